#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/common/session.hpp"

namespace arbiter::cli {

/// The problem folder that the current folder lies in: the nearest one upwards with a
/// problem.yaml.
std::optional<std::filesystem::path> enclosing_problem();

/// Which of the words after `judge` is the problem, and which are submissions.
struct Located {
  std::filesystem::path problem;
  std::string problem_as_given;  ///< as it can be given again
  std::vector<std::string> submissions;
};

/// The first word is the problem; inside a problem folder it may be left out, and then a first
/// word that is a file, or a folder without problem.yaml, is a submission. Names are looked up
/// as `package::find_problem` says: from here upwards, in $ARBITER_PROBLEMS (folders separated by
/// colons), in `shipped`. Warns of a folder that hides a problem of its name.
Result<Located> locate(const Session& session, const std::vector<std::string>& words,
                       const std::filesystem::path& shipped);

/// Error{usage}: words name submissions, and `verb` takes only a problem.
Result<void> check_only_problem(const Located& located, std::string_view verb);

/// The packages in a folder of packages, by name; else the one that `word` is, or that is called
/// so as for `locate`.
Result<std::vector<std::filesystem::path>> packages_of(const Session& session,
                                                       const std::string& word,
                                                       const std::filesystem::path& shipped);

/// The name of a problem: that of its folder or archive.
std::string name_of_problem(const std::filesystem::path& path);

/// Error{nothing_matched} with that message: `word` is none of `names`. The help says which may be
/// meant, or `if_none`, where there are none.
Error no_such(std::string message, const std::string& word, const std::vector<std::string>& names,
              const std::string& if_none);

}  // namespace arbiter::cli
