#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/judgement.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// Verdict and score of a child of a group, as graders of legacy packages know them.
struct Grade {
  model::Verdict verdict = model::Verdict::ac;
  double score = 0;
};

/// A grader of the package's own: makes a group's grade out of those of its children. An error is
/// the judge's fault.
using Grader =
    std::function<Result<Grade>(const std::vector<std::string>& flags, const std::vector<Grade>&)>;

/// What the default grader of legacy packages makes of the children of a group under its flags; of
/// flags that contradict each other the last counts. None where `ignore_sample` stands at a group
/// of more than two children.
std::optional<Grade> default_grade(const std::vector<std::string>& flags,
                                   const std::vector<Grade>& children);

/// Completes a submission whose tests have run and are in judging order: the tests' points, the
/// groups, verdict, deciding test and score, all by `problem.group_rules`, which is not `none`.
/// Tests whose score files break the rules become JE. Tests that did not run count for nothing.
void apply_groups(const model::Problem& problem, const Grader& grader,
                  model::SubmissionJudgement& submission);

/// Whether the submission is accepted and has all the points there are; where nobody knows how many
/// there are, to be accepted is enough.
bool has_full_score(const model::Problem& problem, const model::SubmissionJudgement& submission);

/// Completes a submission whose tests have run: sorts them into judging order, sets the verdict
/// (that of the first failing test, whatever order they ran in; CE or JE of the compilation),
/// the deciding test, `unfinished`, and whether it is as expected. `planned` is the number of tests
/// that were to run; `all_selected` is false when a filter left some of the problem's tests out.
/// Where `problem` judges by groups they decide instead, with the package's own grader if it has
/// one.
void aggregate(model::SubmissionJudgement& submission, std::size_t planned, bool all_selected,
               bool fail_fast, const model::Problem& problem, const Grader& grader = {});

/// The exit status of `arbiter judge`.
int exit_status_of(const model::Judgement& judgement);

}  // namespace arbiter::judge
