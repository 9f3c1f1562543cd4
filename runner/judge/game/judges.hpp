#pragma once

#include <memory>

#include "base/result.hpp"
#include "judge/compile/compile.hpp"
#include "judge/run/by_hand.hpp"
#include "judge/run/plan.hpp"
#include "judge/run/test_runner.hpp"

namespace arbiter::judge {

/// The programs of a package that judge, compiled. Which there are depends on the plan.
struct Judges {
  Executable referee;
  Executable checker;
  Executable static_validator = {};
};

/// Error: one of them does not compile.
Result<Judges> compile_judges(const Plan& plan, const PackagePrograms& programs);

/// What judges outputs by the plan's checker; in games their logs, where it is to.
std::unique_ptr<OutputChecker> make_checker(const Plan& plan, const Judges& judges,
                                            box::BoxFactory& boxes, int core);

/// What runs and judges the plan's tests, pinned to `core` unless that is -1: outputs by its
/// checker, games by its referee. All arguments outlive it.
std::unique_ptr<TestRunner> make_runner(const Plan& plan, const Judges& judges,
                                        box::BoxFactory& boxes, int core);

}  // namespace arbiter::judge
