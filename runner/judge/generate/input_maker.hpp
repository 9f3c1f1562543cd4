#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "judge/compile/package_program.hpp"
#include "judge/generate/generation_plan.hpp"
#include "store/entry_store.hpp"

namespace arbiter::judge {

/// What a test's files hold, as descriptors of memory, by extension.
using Contents = std::map<std::string, UniqueFd>;

/// The files of a test, or why there are none though the judge did nothing wrong.
struct MadeContents {
  Contents contents;
  std::string fault;                    ///< not empty: it could not be made
  std::vector<std::string> notes = {};  ///< worth a warning
};

/// What the program prints that lists the tests of a task, problem.generation.lister.
/// Error{invalid_package}: it fails; those of compiling it.
Result<std::string> list_tests(const PackagePrograms& programs);

/// The files that a recipe gives: what one run of its generator wrote (and the retries that it
/// needs), standard output being the input where there is no file testcase.in, and over them those
/// that are copied or written in generators.yaml. `program` is null where there is no generator,
/// and then so may be `tools`. Error{invalid_package}: a file cannot be read.
Result<MadeContents> make_contents(PackageTools* tools, const PlannedTest& test,
                                   const Submission* program);

/// Keeps the files of a test in the cache.
Result<store::TestFiles> keep_contents(const store::TestStore& store, const std::string& key,
                                       const Contents& contents);

/// In which file, and where, two runs of a generator differ; empty if they do not.
std::string difference_of(const store::TestFiles& first, const Contents& second);

/// Kinds of validators, as errors name them.
inline constexpr const char* k_input_validator = "input validator";
inline constexpr const char* k_answer_validator = "answer validator";

/// The solution that answers the test, compiled. Errors as of PackageTools::executable.
Result<const Executable*> solution_executable(PackageTools& tools, const PlannedTest& test,
                                              const Submission& solution);

/// Lets the input validators look at a made test, looks for its patterns and makes what its input
/// still lacked: .ans, and what links to it.
/// `test_case` has the arguments that its folders and it have; `solution` may be null.
Result<MadeContents> complete_test(PackageTools& tools, const PlannedTest& test,
                                   const model::TestCase& test_case, const Submission* solution,
                                   const store::TestFiles& made);

}  // namespace arbiter::judge
