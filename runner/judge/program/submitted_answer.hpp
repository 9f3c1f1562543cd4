#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/program/submission.hpp"

namespace arbiter::judge {

/// The file that answers a test, of a submission that consists of answers: called like the test
/// ("secret/01-first"), or like the last part of its name, with .out, .ans, .txt or nothing added;
/// where there is one file only, that one. Null: there is no answer to it.
const ProgramFile* find_answer(const std::vector<ProgramFile>& files, std::string_view test);

}  // namespace arbiter::judge
