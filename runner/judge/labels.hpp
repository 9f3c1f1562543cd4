#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/judgement.hpp"

namespace arbiter::judge {

/// What a folder below submissions/ says of the programs in it (formats of the field: problem
/// package format 2025-09, "Submissions").
struct LabelRule {
  std::string_view label;
  std::vector<model::Verdict> permitted;  ///< every test's verdict is one of these
  std::vector<model::Verdict> required;   ///< and at least one test's is one of these
};

/// The rule of a label; none for a folder name that says nothing.
std::optional<LabelRule> label_rule(std::string_view label);

/// The verdicts of a whole submission that fit: of a label, or {AC} without one. Empty for a
/// label that says nothing.
std::vector<model::Verdict> expected_verdicts(const std::optional<std::string>& label);

/// Whether the tests that ran are as the label says (AC everywhere without a label), and if not
/// why, in words. MLE counts as RTE, OLE as RTE or WA; CE and JE are never as expected. With
/// `all_ran` false a missing required verdict is not held against the submission.
struct Expectation {
  bool holds = false;
  std::string note;
};
Expectation check_expectation(const model::SubmissionJudgement& submission, bool all_ran);

}  // namespace arbiter::judge
