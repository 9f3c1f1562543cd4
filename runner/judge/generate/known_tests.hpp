#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "judge/compile/package_program.hpp"
#include "judge/generate/generation_plan.hpp"
#include "judge/program/submission.hpp"
#include "judge/run/side_by_side.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// A program that tests need.
struct KnownProgram {
  std::optional<Submission> program;
  std::string hash;   ///< of all that decides what it does
  std::string fault;  ///< why there is none
};

/// The programs that tests of a problem need, each loaded once. All arguments outlive it.
class KnownPrograms {
 public:
  KnownPrograms(const model::Problem& problem, const model::Languages& languages,
                const std::string& kits_hash)
      : problem_(problem), languages_(languages), kits_hash_(kits_hash) {}

  /// Error: a file of it cannot be read.
  Result<const KnownProgram*> generator(const std::string& name);
  Result<const KnownProgram*> solution(const std::filesystem::path& path);
  /// A hash of all validators that look at tests. Error: one cannot be loaded.
  [[nodiscard]] Result<std::string> hash_validators() const;

 private:
  Result<const KnownProgram*> once(const std::string& what, bool is_solution,
                                   const std::function<Result<Submission>()>& load);
  [[nodiscard]] Result<std::string> hash_of(const Submission& program,
                                            const std::vector<ProgramFile>& includes) const;

  const model::Problem& problem_;
  const model::Languages& languages_;
  const std::string& kits_hash_;
  std::map<std::string, KnownProgram> known_;
};

/// By what the cache knows an input: a hash of all that it is made of, which is the program
/// `generator` (its hash; empty without one) and what the recipe gives. Error: a file that the
/// recipe copies cannot be read.
Result<std::string> input_key(const PlannedTest& test, const std::string& generator);

/// By what the cache knows a test with its answer: what the package says of it as a `test`, its
/// input's key, a hash of all `validators` that look at it, and that of the `solution` that answers
/// it, empty without one. Error: a file of the test cannot be read.
Result<std::string> whole_key(const PlannedTest& planned, const model::Problem& problem,
                              const model::TestCase& test, const std::string& input,
                              const std::string& validators, const std::string& solution);

/// All tests of data/ by name.
std::map<std::string, model::TestCase> tests_of(model::Problem problem);

/// What a package says of tests that are made.
struct MadeView {
  std::map<std::string, model::TestCase> tests;  ///< by name, those that are there already too
  std::vector<Diagnostic> diagnostics;           ///< faults of files that were made
};

/// Reads the package as if `files` were in it, and with them all that its folders say of the tests.
MadeView view_made(const model::Problem& problem, const model::DataFiles& files);

/// A test case of which a validator of its own package says that its input is none.
struct InvalidInput {
  std::string test;
  std::string validator;
  std::string message;  ///< the validator's, clipped; may be empty
};

/// Asks the input validators about the inputs of these tests (indices into Problem::tests), in
/// their order. What was valid before is kept in `cache` and costs nothing. `kits_hash`: see
/// KnownPrograms. Error: a validator does not compile, cannot be run, or went over its limits.
Result<std::vector<InvalidInput>> find_invalid_inputs(const PackagePrograms& programs,
                                                      const std::string& kits_hash,
                                                      const std::filesystem::path& cache,
                                                      const std::vector<std::size_t>& tests,
                                                      const SideBySide& how);

}  // namespace arbiter::judge
