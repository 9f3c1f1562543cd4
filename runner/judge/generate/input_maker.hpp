#pragma once

#include <map>
#include <string>

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
  std::string fault;  ///< not empty: it could not be made
};

/// The test's generator, compiled. Errors as of PackageTools::executable.
Result<const Executable*> generator_executable(PackageTools& tools, const PlannedTest& test,
                                               const Submission& program);

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

}  // namespace arbiter::judge
