#pragma once

#include <map>
#include <string>
#include <variant>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "judge/compile/package_tools.hpp"
#include "judge/generate/generation_plan.hpp"
#include "store/entry_store.hpp"

namespace arbiter::judge {

/// What a test's files hold, as descriptors of memory, by extension.
using Contents = std::map<std::string, UniqueFd>;

/// Why a test could not be made though the judge did nothing wrong.
struct NotMade {
  std::string why;
};

/// The test's generator, compiled. Errors as of PackageTools::executable.
Result<const Executable*> generator_executable(PackageTools& tools, const PlannedTest& test,
                                               const Submission& program);

/// One run of the test's generator (and the retries that it needs): what it wrote. Standard output
/// is the input where there is no file testcase.in.
Result<std::variant<Contents, NotMade>> run_generator(PackageTools& tools, const PlannedTest& test,
                                                      const Submission& program);

/// Adds the files that are copied or written in generators.yaml, over those of the generator.
/// Error{invalid_package}: a file cannot be read.
Result<void> add_given(const model::TestRecipe& recipe, Contents& contents);

/// In which file, and where, two runs of a generator differ; empty if they do not.
std::string difference_of(const store::TestFiles& first, const Contents& second);

}  // namespace arbiter::judge
