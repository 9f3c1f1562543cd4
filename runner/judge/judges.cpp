#include "judge/judges.hpp"

#include <utility>

#include "judge/game/match.hpp"
#include "judge/run/checking.hpp"

namespace arbiter::judge {
namespace {

bool has_referee(const Plan& plan) {
  return plan.checker.kind == PlannedChecker::Kind::referee;
}

}  // namespace

std::unique_ptr<OutputChecker> make_checker(const Plan& plan, const Judges& judges,
                                            box::BoxFactory& boxes, int core) {
  if (plan.checker.kind == PlannedChecker::Kind::none) return accepting_checker();
  if (has_referee(plan) && !plan.checker.judges_log) return accepting_checker();
  if (plan.checker.standard != nullptr) return standard_checker(plan);
  return program_checker(plan, judges.checker, boxes, core);
}

Result<Judges> compile_judges(const Plan& plan, const PackagePrograms& programs) {
  Judges judges;
  const bool judges_outputs = !has_referee(plan) || plan.checker.judges_log;
  const bool is_none = plan.checker.kind == PlannedChecker::Kind::none;
  if (has_referee(plan)) {
    ARBITER_SET(judges.referee, compile_referee(programs));
  }
  if (judges_outputs && !is_none && plan.checker.standard == nullptr) {
    ARBITER_SET(judges.checker, compile_package_program(programs, *plan.problem->output_validator,
                                                        "the output validator"));
  }
  return judges;
}

std::unique_ptr<TestRunner> make_runner(const Plan& plan, const Judges& judges,
                                        box::BoxFactory& boxes, int core) {
  auto checker = make_checker(plan, judges, boxes, core);
  if (!has_referee(plan)) {
    return std::make_unique<TestRunner>(plan, boxes, std::move(checker), core);
  }
  auto runner = std::make_unique<TestRunner>(plan, boxes, accepting_checker(), core);
  runner->play_against(
      std::make_unique<Match>(plan, boxes, judges.referee, std::move(checker), core));
  return runner;
}

}  // namespace arbiter::judge
