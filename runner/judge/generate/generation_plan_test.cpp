#include "judge/generate/generation_plan.hpp"

#include <gtest/gtest.h>

namespace arbiter::judge {
namespace {

model::TestRecipe recipe(const std::string& name, const std::string& program,
                         std::vector<std::string> arguments = {}) {
  model::TestRecipe made;
  made.name = made.origin = name;
  made.command = made.program = program;
  made.arguments = std::move(arguments);
  return made;
}

GenerationPlan plan_all(const model::Problem& problem) {
  return plan_generation(problem, [](const model::TestRecipe&) { return true; });
}

// Values of `int(hashlib.sha512(text.encode()).hexdigest(), 16) % 2**31` in Python.
TEST(Seed, IsThatOfTheTextsHash) {
  EXPECT_EQ(seed_of("stdout.py {seed}"), 162981470U);
  EXPECT_EQ(seed_of("stdout.py {seed} a  aa  b"), 2133905738U);
  EXPECT_EQ(seed_of("bobstdout.py {seed:42}"), 593058468U);
  EXPECT_EQ(seed_of(":-3stdout.py {seed:1} -2"), 207342926U);
}

TEST(GenerationPlan, FillsInSeedAndName) {
  model::Problem problem;
  model::TestRecipe one =
      recipe("secret/a", "gen", {"{seed}x", "{name}", "{seed", "{seed:}", "s={seed:12}"});
  one.uses_seed = true;
  one.seed_text = "stdout.py {seed}";
  problem.generation.tests = {one};
  const GenerationPlan plan = plan_all(problem);
  EXPECT_EQ(
      arguments_of(plan.tests[0], 0),
      (std::vector<std::string>{"162981470x", "testcase", "{seed", "{seed:}", "s=162981470"}));
  EXPECT_EQ(arguments_of(plan.tests[0], 2)[0], "162981472x");
}

TEST(GenerationPlan, ChoosesWhoAnswers) {
  model::Problem problem;
  problem.reference = "/p/submissions/accepted/r.py";
  model::TestRecipe own = recipe("secret/b", "gen");
  own.answer = model::AnswerSource::solution;
  own.solution = "/p/s.py";
  model::TestRecipe nobody = recipe("secret/c", "gen");
  nobody.answer = model::AnswerSource::none;
  model::TestRecipe given = recipe("secret/d", "gen");
  given.literals[".ans"] = "1\n";
  problem.generation.tests = {
      recipe("secret/a", "gen"),       own, nobody, given, recipe("invalid_output/e", "gen"),
      recipe("invalid_input/f", "gen")};
  GenerationPlan plan = plan_all(problem);
  EXPECT_EQ(plan.tests[0].solution, *problem.reference);
  EXPECT_EQ(plan.tests[1].solution, "/p/s.py");
  for (const std::size_t i : {2U, 3U, 4U, 5U})
    EXPECT_TRUE(plan.tests[i].solution.empty()) << i;
  EXPECT_EQ(plan.tests[2].answer, PlannedTest::Answer::by_solution);
  EXPECT_EQ(plan.tests[4].answer, PlannedTest::Answer::not_needed);
  EXPECT_EQ(plan.tests[4].input, PlannedTest::Validity::valid);
  EXPECT_EQ(plan.tests[5].input, PlannedTest::Validity::invalid);
  problem.is_interactive = true;
  plan = plan_all(problem);
  EXPECT_EQ(plan.tests[0].answer, PlannedTest::Answer::empty);
  EXPECT_TRUE(plan.tests[0].solution.empty());
}

TEST(GenerationPlan, FindsRecipesThatAreRepeated) {
  model::Problem problem;
  model::TestRecipe copy = recipe("secret/included", "gen", {"1"});
  copy.origin = "secret/a";
  model::TestRecipe other = recipe("secret/c", "gen", {"1"});
  other.literals[".out"] = "x\n";
  problem.generation.tests = {recipe("secret/a", "gen", {"1"}), recipe("secret/b", "gen", {"2"}),
                              copy, other, recipe("secret/d", "gen", {"1"})};
  const auto found = find_repeated_recipes(plan_all(problem));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message, "the test case 'secret/d' is made in the same way as 'secret/a'");
}

TEST(GenerationPlan, LetsACountRepeat) {
  model::Problem problem;
  for (const char* name : {"secret/a-1", "secret/a-2"}) {
    problem.generation.tests.push_back(recipe(name, "gen", {"1"}));
    problem.generation.tests.back().may_repeat = true;
    problem.generation.tests.back().place.line = 7;
  }
  EXPECT_TRUE(find_repeated_recipes(plan_all(problem)).empty());
  problem.generation.tests.back().place.line = 8;
  EXPECT_EQ(find_repeated_recipes(plan_all(problem)).size(), 1U);
}

}  // namespace
}  // namespace arbiter::judge
