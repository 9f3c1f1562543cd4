#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/grade/call.hpp"

namespace arbiter::cli {

/// What --only names: students by anything that is theirs alone (id, user name, email, platform id,
/// name), problems by id. Error{nothing_matched}: a word that names neither, with the nearest;
/// {usage}: a word that names several students.
Result<Selection> select(const std::vector<std::string>& words,
                         const std::vector<model::Student>& students,
                         const std::vector<judge::OpenProblem>& problems);

/// The student that a word names, as above.
Result<std::size_t> find_student(const std::string& word,
                                 const std::vector<model::Student>& students);

}  // namespace arbiter::cli
