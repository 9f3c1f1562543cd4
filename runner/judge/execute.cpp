#include "judge/execute.hpp"

#include <utility>

#include "judge/compile/package_program.hpp"
#include "judge/execution.hpp"
#include "judge/program/submission.hpp"
#include "judge/run/by_hand.hpp"
#include "judge/run/grader_program.hpp"

namespace arbiter::judge {
namespace {

/// Compiles what judges the plan's outputs.
Result<void> prepare(ExecutionPart& part, const PackagePrograms& programs, box::BoxFactory& boxes) {
  ARBITER_SET(part.judges, compile_judges(part.plan, programs));
  const model::Problem& problem = *part.plan.problem;
  if (!problem.grader || problem.group_rules != model::GroupRules::kattis) return {};
  ARBITER_TRY(compiled, compile_package_program(programs, *problem.grader, "the grader"));
  part.grader = std::make_unique<Executable>(std::move(compiled));
  part.grade = program_grader(*part.grader, problem.limits, boxes);
  return {};
}

}  // namespace

CompileRequest compile_request(const Plan& plan, std::size_t submission) {
  const model::Problem& problem = *plan.problem;
  const PlannedSubmission& planned = plan.submissions[submission];
  CompileRequest request = request_for(problem, *planned.submission);
  request.includes = included_files(problem, *planned.submission->language);
  request.attachments = problem.attachments;
  request.run_memory = planned.limits.memory;
  return request;
}

Result<std::vector<model::SubmissionJudgement>> execute(const Plan& plan, Compiler& compiler,
                                                        box::BoxFactory& boxes,
                                                        const model::Languages& languages,
                                                        const ExecuteOptions& options,
                                                        Observer& observer) {
  std::vector<ExecutionPart> parts;
  parts.push_back({plan, options.cache, 0, {}, {}, {}});
  ARBITER_CHECK(prepare(parts[0], {*plan.problem, languages, compiler, boxes}, boxes));
  return work_off(parts, compiler, boxes, options, observer, true);
}

std::vector<Result<void>> execute_together(const std::vector<PlanPart>& parts, Compiler& compiler,
                                           box::BoxFactory& boxes,
                                           const model::Languages& languages,
                                           const ExecuteOptions& options, Observer& observer) {
  std::vector<Result<void>> prepared;
  std::vector<ExecutionPart> ready;
  std::size_t first = 0;
  for (const PlanPart& part : parts) {
    ExecutionPart made{*part.plan, part.cache, first, {}, {}, {}};
    prepared.push_back(prepare(made, {*part.plan->problem, languages, compiler, boxes}, boxes));
    if (prepared.back()) ready.push_back(std::move(made));
    first += part.plan->submissions.size();
  }
  work_off(ready, compiler, boxes, options, observer, false);
  return prepared;
}

}  // namespace arbiter::judge
