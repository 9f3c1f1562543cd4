#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "box/box.hpp"
#include "judge/compile/package_program.hpp"
#include "judge/run/program_run.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// The arguments of an input validator: its own, else those for all of them.
std::vector<std::string> validator_arguments(const model::ValidatorArguments& all,
                                             const std::string& program);

/// What one validator says of one input or answer.
struct Validation {
  std::string validator;  ///< its name
  bool valid = false;
  std::string message;     ///< what it wrote to standard error, clipped
  std::string fault;       ///< not empty: it failed, and says nothing
  std::string last_words;  ///< of a refusal: ": " and the last line of the message
};

/// What a validator said, from how it ended and what it wrote to standard error. Error as below.
Result<Validation> validation_of(const model::ProgramSource& validator, std::string_view what,
                                 const model::RunRecord& record, const model::RunLimits& limits,
                                 std::string_view said);

/// Asks a validator (status 42 is valid, everything else is not; other protocols have statuses of
/// their own); `what` is what messages call it. Error{invalid_package}: its status means nothing;
/// {judge}: a fault of the box.
Result<Validation> ask_validator(box::BoxFactory& boxes, const model::PackageLimits& limits,
                                 const model::ProgramSource& validator,
                                 const Executable& executable, std::string_view what,
                                 ProgramCall call);

/// Asks every input validator of the problem about the input of a test. Error: a validator does not
/// compile, cannot be run, or went over its limits.
Result<std::vector<Validation>> validate_input(const PackagePrograms& programs,
                                               const model::TestCase& test);

/// A call of a solution of the package, with ten times the time that a submission has.
ProgramCall solution_call(const model::Problem& problem, std::string_view input,
                          const std::vector<std::string>& arguments);

/// Why a run has no output that counts, with the last line that it said; empty if it has.
std::string failure_of(const model::RunRecord& record, const model::RunLimits& limits,
                       std::string_view said);

/// What a solution makes of an input.
struct SolutionRun {
  UniqueFd answer;
  std::string failure;  ///< not empty: why it has none
};

/// Runs a solution of the package. Error: a fault of the box.
Result<SolutionRun> run_solution(const PackagePrograms& programs, const Executable& solution,
                                 std::string_view input, const model::TestCase& test);

/// Writes the reference solution's answer to `input` into the file `answer`. Error: there is no
/// reference, it does not compile, or it fails on this input.
Result<void> make_answer(const PackagePrograms& programs, const std::filesystem::path& input,
                         const std::filesystem::path& answer);

}  // namespace arbiter::judge
