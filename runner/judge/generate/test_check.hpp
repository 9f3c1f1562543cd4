#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "box/box.hpp"
#include "judge/generate/input_maker.hpp"

namespace arbiter::judge {

/// What a made input still lacked.
struct Completed {
  Contents contents;               ///< .ans, and what links to it
  std::vector<std::string> notes;  ///< worth a warning
  std::string fault;               ///< not empty: it could not be made
};

/// Kinds of validators, as errors name them.
inline constexpr const char* k_input_validator = "input validator";
inline constexpr const char* k_answer_validator = "answer validator";

/// A validator of the package, compiled; `kind` is one of those above. Errors as of
/// PackageTools::validator.
Result<const Executable*> validator_executable(PackageTools& tools,
                                               const model::ProgramSource& validator,
                                               const std::string& kind);

/// The solution that answers the test, compiled. Errors as of PackageTools::executable.
Result<const Executable*> solution_executable(PackageTools& tools, const PlannedTest& test,
                                              const Submission& solution);

/// Lets the input validators look at a made test, looks for its patterns and makes its answer.
/// `test_case` has the arguments that its folders and it have; `solution` may be null.
Result<Completed> complete_test(PackageTools& tools, const PlannedTest& test,
                                const model::TestCase& test_case, const Submission* solution,
                                const store::TestFiles& made);

}  // namespace arbiter::judge
