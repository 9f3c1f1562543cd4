#pragma once

#include <string>

#include "model/judgement.hpp"
#include "report/report.hpp"

namespace arbiter::report {

/// The tests of a submission as a table. Unless `all`, many tests are shown as the failing ones
/// and one line for each group of the others.
std::string test_table(const model::SubmissionJudgement& submission, const Style& style, bool all);

}  // namespace arbiter::report
