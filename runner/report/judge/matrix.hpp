#pragma once

#include <string>

#include "model/judgement.hpp"
#include "report/report.hpp"

namespace arbiter::report {

/// Whether any submission has a label, so that more than AC may be expected.
bool has_labels(const model::Judgement& judgement);

/// Submissions by tests: a row a submission, grouped by label, a symbol a test; counts a verdict
/// in place of the symbols where those do not fit. There must be a submission.
std::string matrix(const model::Judgement& judgement, const Style& style);

}  // namespace arbiter::report
