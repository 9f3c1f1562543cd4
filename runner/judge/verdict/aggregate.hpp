#pragma once

#include "judge/verdict/scoring.hpp"
#include "model/judgement.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// Completes a submission whose tests have run: sorts them into judging order, sets the verdict
/// (that of the first failing test, whatever order they ran in; CE or JE of the compilation),
/// the deciding test, `unfinished`, and whether it is as expected. `planned` is the number of tests
/// that were to run; `all_selected` is false when a filter left some of the problem's tests out.
/// Where `problem` judges by groups they decide instead, with the package's own grader if it has
/// one.
void aggregate(model::SubmissionJudgement& submission, std::size_t planned, bool all_selected,
               bool fail_fast, const model::Problem* problem = nullptr, const Grader& grader = {});

/// The exit status of `arbiter judge` (DESIGN.md 7).
int exit_status_of(const model::Judgement& judgement);

}  // namespace arbiter::judge
