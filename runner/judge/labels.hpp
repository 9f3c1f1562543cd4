#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/submission.hpp"
#include "model/judgement.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// What a folder below submissions/ says of the programs in it, by the rules of the problem package
/// format 2025-09 ("Submissions") or, for other folders, by custom; none for a folder name that
/// says nothing.
std::optional<model::LabelRule> label_rule(std::string_view label);

/// What the label says of a submission of that problem: in legacy packages labels speak of the
/// final verdict; a tag in the source decides where the folder's name is no verdict. Without a
/// label AC is expected.
std::optional<model::LabelRule> label_rule(const model::Problem& problem,
                                           const std::optional<std::string>& label,
                                           const std::vector<model::Verdict>& tag);

/// Sets label, rule and expected verdicts of a judgement to those of its submission.
void set_expectation(model::SubmissionJudgement& judgement, const Submission& submission);

/// Whether the verdicts are as the rule says (without one everything is), and if not why, in words.
/// MLE counts as RTE, OLE as RTE or WA; JE is never as expected, CE only where the rule names it.
/// With `all_ran` false a missing required verdict is not held against the submission.
struct Expectation {
  bool holds = false;
  std::string note;
};
Expectation check_expectation(const model::SubmissionJudgement& submission, bool all_ran);

}  // namespace arbiter::judge
