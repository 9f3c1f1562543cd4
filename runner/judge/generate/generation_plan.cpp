#include "judge/generate/generation_plan.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <map>
#include <stdexcept>
#include <tuple>

#include "base/text.hpp"

namespace arbiter::judge {
namespace {

constexpr std::uint32_t k_seeds = std::uint32_t{1} << 31U;

bool is_about_validators(const std::string& root) {
  return root.starts_with("invalid_") || root == "valid_output" || root == "testing_tool_test";
}

PlannedTest plan_test(const model::Problem& problem, const model::TestRecipe& recipe) {
  PlannedTest test;
  test.recipe = &recipe;
  if (recipe.uses_seed) test.seed = seed_of(recipe.seed_text);
  const std::string root = recipe.name.substr(0, recipe.name.find('/'));
  if (root == "invalid_input") test.input = PlannedTest::Validity::invalid;
  if (root == "testing_tool_test") test.input = PlannedTest::Validity::anything;
  if (root == "invalid_answer") test.validity = PlannedTest::Validity::invalid;
  // The answer to an input that is not valid means nothing.
  if (root == "testing_tool_test" || root == "invalid_input") {
    test.validity = PlannedTest::Validity::anything;
  }
  const bool is_given = recipe.copies.count(".ans") + recipe.literals.count(".ans") > 0;
  if (is_given || is_about_validators(recipe.root())) {
    test.answer = PlannedTest::Answer::not_needed;
  } else if (!model::answers_are_outputs(problem)) {
    test.answer = PlannedTest::Answer::empty;
  } else if (recipe.answer == model::AnswerSource::solution) {
    test.solution = recipe.solution;
  } else if (recipe.answer == model::AnswerSource::reference && problem.reference) {
    test.solution = *problem.reference;
  }
  return test;
}

}  // namespace

std::uint32_t seed_of(const std::string& text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha512(), nullptr) != 1) {
    throw std::runtime_error("SHA-512 is not available");
  }
  std::uint32_t seed = 0;
  for (unsigned int i = size - 4; i < size; ++i)
    seed = seed << 8U | digest[i];
  return seed % k_seeds;
}

std::vector<std::string> arguments_of(const PlannedTest& test, int attempt) {
  const std::uint32_t seed = (test.seed + static_cast<std::uint32_t>(attempt)) % k_seeds;
  std::vector<std::string> arguments;
  for (const std::string& word : test.recipe->arguments)
    arguments.push_back(model::fill_in(word, std::to_string(seed), "testcase"));
  return arguments;
}

GenerationPlan plan_generation(const model::Problem& problem,
                               const std::function<bool(const model::TestRecipe&)>& is_wanted) {
  GenerationPlan plan;
  plan.problem = &problem;
  for (const model::TestRecipe& recipe : problem.generation.tests) {
    if (is_wanted(recipe)) plan.tests.push_back(plan_test(problem, recipe));
  }
  return plan;
}

std::vector<Diagnostic> find_repeated_recipes(const GenerationPlan& plan) {
  using Recipe =
      std::tuple<std::string, std::vector<std::string>, decltype(model::TestRecipe::copies),
                 decltype(model::TestRecipe::literals)>;
  std::map<Recipe, const model::TestRecipe*> seen;
  std::vector<Diagnostic> found;
  for (const PlannedTest& test : plan.tests) {
    const model::TestRecipe& recipe = *test.recipe;
    if (recipe.command.empty() || recipe.origin != recipe.name) continue;
    const auto [first, is_new] = seen.emplace(
        Recipe{recipe.program, arguments_of(test, 0), recipe.copies, recipe.literals}, &recipe);
    const bool is_meant = recipe.may_repeat && first->second->place.line == recipe.place.line;
    if (is_new || is_meant) continue;
    Diagnostic twice = about(recipe, Severity::error, "G001",
                             fmt::format("the test case '{}' is made in the same way as '{}'",
                                         recipe.name, first->second->name));
    twice.helps.emplace_back("change an argument, as {seed:2}");
    found.push_back(std::move(twice));
  }
  return found;
}

std::string describe(const PlannedTest& test) {
  const model::TestRecipe& recipe = *test.recipe;
  std::string how = recipe.command.empty() ? "" : recipe.program;
  if (!recipe.command.empty()) {
    for (const std::string& word : arguments_of(test, 0))
      how += " " + shell_quoted(word);
  }
  if (!recipe.copies.empty()) {
    how += fmt::format("{}copy of {}", how.empty() ? "" : ", ",
                       recipe.copies.begin()->second.filename().replace_extension().string());
  }
  for (const auto& literal : recipe.literals) {
    how += fmt::format("{}{}", how.empty() ? "" : ", ", literal.first);
  }
  return how;
}

std::string describe(const GenerationPlan& plan) {
  const model::Problem& problem = *plan.problem;
  std::string text = fmt::format("problem {} ({})\n{} in {}:\n", problem.id, problem.root.string(),
                                 counted(plan.tests.size(), "test case"),
                                 problem.generation.file.lexically_relative(problem.root).string());
  for (const PlannedTest& test : plan.tests) {
    text += fmt::format("  {}: {}", test.recipe->name, describe(test));
    if (!test.solution.empty()) {
      text +=
          fmt::format("; answer by {}", test.solution.lexically_relative(problem.root).string());
    }
    text += '\n';
  }
  return text;
}

Diagnostic about(const model::TestRecipe& recipe, Severity severity, std::string code,
                 std::string message) {
  return {severity, std::move(code), std::move(message), recipe.place, {}, {}};
}

}  // namespace arbiter::judge
