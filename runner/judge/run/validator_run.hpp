#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "judge/run/passes.hpp"
#include "judge/run/plan.hpp"
#include "judge/verdict/call_protocol.hpp"
#include "judge/verdict/decide.hpp"
#include "judge/verdict/scoring.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// Its run on one test as a checker or an interactor: arguments, limits, feedback folder. The
/// caller adds the files "input" and "answer", and what else its protocol names.
box::RunRequest validator_request(const Plan& plan, const Executable& validator, ProgramRole role,
                                  const model::TestCase& test);

/// What it left to say: the first feedback file that says something, else what it wrote to
/// standard error (`error`); clipped, without blanks at the end.
std::string feedback_message(const box::RunReport& report, int error);

/// The files that a validator may leave in a feedback folder of that name, as RunRequest::collect
/// asks for them.
std::vector<std::string> feedback_files(std::string_view folder, bool with_scores);

/// What a checker says that ended so. `ended` has its message, and of its end nothing that `run`
/// says; `who` names it in the message of a fault.
CheckOutcome outcome_of_end(std::string_view who, const model::RunRecord& run, EndedCheck ended,
                            model::CheckerPoints points);

/// Adds to what it decided the points that it left in score files, which it may in problems with
/// scores if it is told of a feedback folder, and what it left for another pass in multi-pass
/// problems (`pass` is not null). Points that are no number are a fault. Those of the last pass
/// count, and what an earlier one left does not speak against a rejection. Error: something cannot
/// be read.
Result<void> add_leftovers(box::RunReport& report, const Pass* pass, CheckOutcome& outcome);

/// Judges the files of a submission in a static validation test case (problem package format
/// 2025-09, "Static Validator"): `validator` finds them in its work folder, the compiled program
/// and included files beside them; its arguments are the language, the entry point, a feedback
/// folder and those of the test case. Its exit status, messages and score files mean what those of
/// an output validator do. Its failure is a fault of the judge.
model::TestJudgement validate_files(const model::Problem& problem, const model::TestCase& test,
                                    const Executable& validator, const Submission& submission,
                                    const Executable& program, box::BoxFactory& boxes);

/// The log that an interactor left, where its protocol names one; an empty file if it left none.
Result<UniqueFd> take_log(box::RunReport& report);

/// The package's own grader, run in a box for every group: arguments are the flags, standard input
/// is a line "VERDICT SCORE" for each child, and standard output one such line. All else is an
/// error of the judge. All of them outlive what comes back.
Grader program_grader(const Executable& executable, const model::PackageLimits& limits,
                      box::BoxFactory& boxes);

/// What graders are told, and what they may answer.
std::string grader_input(const std::vector<Grade>& children);
Result<Grade> parse_grade(std::string_view output);

/// The one number in a score file, with blanks around it: sign, digits with a point anywhere,
/// exponent. Error{judge}: it is anything else.
Result<double> parse_score(std::string_view text);

}  // namespace arbiter::judge
