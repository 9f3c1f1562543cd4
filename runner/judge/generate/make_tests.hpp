#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "judge/compile/package_program.hpp"
#include "judge/generate/generation_plan.hpp"
#include "judge/run/side_by_side.hpp"
#include "store/entry_store.hpp"

namespace arbiter::judge {

/// A test of a plan that is there now.
struct MadeTest {
  const PlannedTest* planned = nullptr;
  store::TestFiles files;  ///< in the cache
  bool is_made = false;    ///< else its fault is among the diagnostics
  bool is_known = true;    ///< nothing had to be run for it
};

/// What came of a plan: as many tests as it has.
struct MadeTests {
  std::vector<MadeTest> tests;
  store::TestFiles group_files;         ///< those of generators.yaml, by path below data/
  std::vector<Diagnostic> diagnostics;  ///< faults of the package, in the order of the plan
};

/// What making tests needs.
struct MakeOptions {
  const model::Languages& languages;
  std::filesystem::path cache;
  std::filesystem::path shipped;  ///< tests that came with the program, made; need not be there
  std::string kits_hash;
  SideBySide side_by_side;
  /// Opens the boxes; asked for once, and only when something has to be run.
  std::function<Result<PackagePrograms>()> open;
};

/// Makes the tests of a plan, or finds them in the cache or among those that came with the program:
/// runs generators (each twice, the second time in another second, since what they make must not
/// depend on when they run), input validators and solutions. Error: a fault of the judge.
Result<MadeTests> make_tests(const GenerationPlan& plan, const MakeOptions& options);

}  // namespace arbiter::judge
