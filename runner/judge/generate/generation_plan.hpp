#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// One test to be made.
struct PlannedTest {
  /// What a validator must say.
  enum class Validity { valid, invalid, anything };
  /// What becomes of the answer where no file of the recipe says it.
  enum class Answer { by_solution, empty, not_needed };

  const model::TestRecipe* recipe = nullptr;
  std::uint32_t seed = 0;            ///< of the first run; every retry has one more
  Validity input = Validity::valid;  ///< by the input validators
  Answer answer = Answer::by_solution;
  Validity validity = Validity::valid;  ///< of the answer, by its validators
  std::filesystem::path solution;       ///< for by_solution; empty: there is none
};

/// All tests that are to be made, as data; nothing has been run.
struct GenerationPlan {
  const model::Problem* problem = nullptr;
  std::vector<PlannedTest> tests;
};

/// The value of {seed} for a command with its salt: SHA-512 of the text as a number modulo 2^31, as
/// BAPCtools has it.
std::uint32_t seed_of(const std::string& text);

/// The arguments of the generator in its run `attempt` (from 0).
std::vector<std::string> arguments_of(const PlannedTest& test, int attempt);

/// Plans the recipes of the problem that `is_wanted` holds for.
GenerationPlan plan_generation(const model::Problem& problem,
                               const std::function<bool(const model::TestRecipe&)>& is_wanted);

/// An error for each test that would be made exactly as another one though no `count` says so.
std::vector<Diagnostic> find_repeated_recipes(const GenerationPlan& plan);

/// The plan for people, for --dry-run.
std::string describe(const GenerationPlan& plan);
/// How one test is made, in a line: its command with the seed filled in, or where its files are.
std::string describe(const PlannedTest& test);

/// An error, or warning, about a test, at its place in generators.yaml.
Diagnostic about(const model::TestRecipe& recipe, Severity severity, std::string code,
                 std::string message);

}  // namespace arbiter::judge
