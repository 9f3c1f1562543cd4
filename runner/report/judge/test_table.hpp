#pragma once

#include <optional>
#include <string>

#include "model/judgement.hpp"
#include "report/report.hpp"

namespace arbiter::report {

/// The tests of a submission as a table. Unless `all`, many tests are shown as the failing ones
/// and one line for each group of the others.
std::string test_table(const model::SubmissionJudgement& submission, const Style& style, bool all);

/// The groups of a submission with their points, indented as they nest; empty without groups.
std::string group_table(const model::SubmissionJudgement& submission, const Style& style);

/// "20/30", "20" where nobody knows the most; empty without points.
std::string points_text(const std::optional<double>& score, const std::optional<double>& most);

}  // namespace arbiter::report
