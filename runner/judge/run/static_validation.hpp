#pragma once

#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "judge/run/plan.hpp"
#include "model/judgement.hpp"

namespace arbiter::judge {

/// Judges the files of a submission in a static validation test case (problem package format
/// 2025-09, "Static Validator"): `validator` finds them in its work folder, the compiled program
/// and included files beside them; its arguments are the language, the entry point, a feedback
/// folder and those of the test case. Its exit status, messages and score files mean what those of
/// an output validator do. Its failure is a fault of the judge.
model::TestJudgement validate_files(const model::Problem& problem, const model::TestCase& test,
                                    const Executable& validator, const Submission& submission,
                                    const Executable& program, box::BoxFactory& boxes);

}  // namespace arbiter::judge
