#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "judge/program/submission.hpp"
#include "model/judgement.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// What a folder below submissions/ says of the programs in it, by the rules of the problem package
/// format 2025-09 ("Submissions") or, for other folders, by custom; none for a folder name that
/// says nothing.
std::optional<model::LabelRule> label_rule(std::string_view label);

/// Sets the rules of a submission with a label (`own` is the problem's entry of it): what its
/// folder says, changed by submissions.yaml where that names the folder; a tag in the source
/// decides where the folder's name is no verdict; scores and the other entries of submissions.yaml
/// are further rules. In legacy packages labels speak of the final verdict.
void set_rules(const model::Problem& problem, const std::optional<std::string>& label,
               const model::LabelledSubmission* own, Submission& submission);

/// What is expected of a submission of that problem without a label: AC, and all points.
void set_unlabelled_rule(const model::Problem& problem, Submission& submission);

/// Sets label, rule and expected verdicts of a judgement to those of its submission.
void set_expectation(model::SubmissionJudgement& judgement, const Submission& submission);

/// Why the verdicts are not as the rule says, in words; empty if they are, as without one all are.
/// See model::counts_as; JE is never as expected, CE only where the rule names it.
/// With `all_ran` false a missing required verdict, message or score is not held against the
/// submission. `is_full` says whether it has all points that there are. Tests that do not count,
/// and so need not have run, are not looked at.
std::string check_expectation(const model::SubmissionJudgement& submission, bool all_ran,
                              bool is_full);

}  // namespace arbiter::judge
