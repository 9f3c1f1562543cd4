#include "stress/draw_command.hpp"

#include <gtest/gtest.h>

#include "stress/stress.hpp"

namespace arbiter::stress {
namespace {

DrawCommand parsed(const std::string& text) {
  auto command = parse_draw(text);
  EXPECT_TRUE(command) << text;
  return command ? std::move(command).value() : DrawCommand();
}

std::string why(const std::string& text) {
  const auto command = parse_draw(text);
  return command ? "" : command.error().text();
}

TEST(ParseDraw, FindsRangesInWordsOfAllForms) {
  const DrawCommand command = parsed("tree.cpp 5 n=1..20 --m=-3..3 7..9 --kind path");
  EXPECT_EQ(command.program, "tree.cpp");
  ASSERT_EQ(command.words.size(), 7U);
  EXPECT_EQ(command.words[0], (DrawWord{"5", std::nullopt}));
  EXPECT_EQ(command.words[1], (DrawWord{"n=", DrawWord::Range{1, 20}}));
  EXPECT_EQ(command.words[2], (DrawWord{"--m=", DrawWord::Range{-3, 3}}));
  EXPECT_EQ(command.words[3], (DrawWord{"", DrawWord::Range{7, 9}}));
  EXPECT_TRUE(command.has_range());
}

TEST(ParseDraw, GivesASeedLastWhereNoneIsAskedFor) {
  EXPECT_EQ(parsed("tiny --most 3").words.back().text, "{seed}");
  const DrawCommand command = parsed("tiny {seed:2} --most 3");
  EXPECT_EQ(command.words.size(), 3U);
}

TEST(ParseDraw, TakesNoOtherWordForARange) {
  EXPECT_FALSE(parsed("gen ../data a..b 1.. ..2 1...3 x=1..2..3").has_range());
}

TEST(ParseDraw, RefusesWhatIsNoCommand) {
  EXPECT_NE(why("  ").find("names no generator"), std::string::npos);
  EXPECT_NE(why("gen 'a").find("not closed"), std::string::npos);
  EXPECT_NE(why("gen {sed:1}").find("the unknown placeholder '{sed:1}'"), std::string::npos);
  EXPECT_NE(why("gen n=5..2").find("empty range"), std::string::npos);
}

TEST(DrawnArguments, GrowFromTheLeastToAllOfARange) {
  const DrawCommand command = parsed("gen n=1..1000");
  EXPECT_EQ(drawn_arguments(command, 1, 0).front(), "n=1");
  bool is_large = false;
  for (std::uint64_t draw = 1; draw < 300; ++draw) {
    const std::int64_t n = std::stoll(drawn_arguments(command, 1, draw).front().substr(2));
    EXPECT_GE(n, 1);
    EXPECT_LE(n, 1000);
    if (draw < k_full_range) {
      EXPECT_LE(n, 1 + 999 * static_cast<std::int64_t>(draw) / 64);
    }
    is_large = is_large || n > 900;
  }
  EXPECT_TRUE(is_large);
}

TEST(DrawnArguments, HoldForTheWidestRange) {
  const DrawCommand command = parsed("gen -9223372036854775808..9223372036854775807");
  for (std::uint64_t draw = 0; draw < 100; ++draw)
    EXPECT_NO_THROW(std::stoll(drawn_arguments(command, 7, draw).front()));
}

TEST(DrawnArguments, AreTheSameForTheSameSeedAndDraw) {
  const DrawCommand command = parsed("gen n=1..9");
  EXPECT_EQ(drawn_arguments(command, 3, 5), drawn_arguments(command, 3, 5));
  EXPECT_NE(drawn_arguments(command, 3, 5).back(), drawn_arguments(command, 3, 6).back());
  EXPECT_NE(drawn_arguments(command, 3, 5).back(), drawn_arguments(command, 4, 5).back());
}

model::TestRecipe recipe(const std::string& name, const std::vector<std::string>& words) {
  model::TestRecipe one;
  one.name = one.origin = name;
  one.program = words.front();
  one.arguments.assign(words.begin() + 1, words.end());
  for (const std::string& word : words) {
    one.command += (one.command.empty() ? "" : " ") + word;
    one.uses_seed = one.uses_seed || model::count_seeds(word) > 0;
  }
  return one;
}

TEST(CommandsOf, AreThoseOfValidTestsEachOnce) {
  model::Generation generation;
  generation.tests = {
      recipe("secret/a", {"tiny", "3", "{seed:1}"}), recipe("secret/b", {"tiny", "3", "{seed:2}"}),
      recipe("secret/c", {"tiny", "4", "{seed:1}"}), recipe("sample/d", {"fixed", "4"}),
      recipe("invalid_input/e", {"broken", "1"})};
  const auto commands = commands_of(generation);
  ASSERT_EQ(commands.size(), 3U);
  EXPECT_EQ(commands[0].shown, "tiny 3 {seed:1}");
  EXPECT_EQ(commands[1].shown, "tiny 4 {seed:1}");
  EXPECT_EQ(commands[2].shown, "fixed 4");
  EXPECT_FALSE(commands[2].uses_seed);
}

TEST(VariantsOf, GoThroughAllNumbersSmallOnesFirst) {
  const DrawCommand command = parsed("gen n=1..3 2..3");
  const Variants all = variants_of(command, 1, 100);
  std::vector<std::string> shown;
  for (const auto& arguments : all.arguments)
    shown.push_back(shown_with(command, arguments));
  EXPECT_TRUE(all.are_all);
  EXPECT_EQ(shown,
            (std::vector<std::string>{"gen n=1 2 {seed}", "gen n=2 2 {seed}", "gen n=1 3 {seed}",
                                      "gen n=2 3 {seed}", "gen n=3 2 {seed}", "gen n=3 3 {seed}"}));
}

TEST(VariantsOf, AreCutWhereAllRangesAreAsFar) {
  const Variants few = variants_of(parsed("gen n=1..1000000 m=5..7"), 1, 30);
  EXPECT_FALSE(few.are_all);
  EXPECT_EQ(few.arguments.size(), 30U);
  EXPECT_EQ(few.arguments.back()[0], "n=10");
  const Variants widest =
      variants_of(parsed("gen -9223372036854775808..9223372036854775807"), 1, 3);
  EXPECT_FALSE(widest.are_all);
  EXPECT_EQ(widest.arguments.size(), 3U);
  const Variants one = variants_of(parsed("gen n=4"), 1, 30);
  EXPECT_TRUE(one.are_all);
  EXPECT_EQ(one.arguments.size(), 1U);
}

TEST(Narrowed, LowersRangesAndOnlyIfAskedToOtherNumbers) {
  const DrawCommand command = parsed("gen 2000 n=5..9 m=300 --p=-7 x2 9223372036854775808");
  const auto shown = [&](std::uint64_t reach, bool lowers_words) {
    const DrawCommand small = narrowed(command, reach, lowers_words);
    return typed("gen", drawn_arguments(small, 1, 0));
  };
  EXPECT_EQ(narrowed(command, 2, false).words[1].range, (DrawWord::Range{5, 7}));
  EXPECT_EQ(narrowed(command, 100, false).words[1].range, (DrawWord::Range{5, 9}));
  EXPECT_TRUE(shown(2, false).starts_with("gen 2000 n=5 m=300 --p=-7 x2 9223372036854775808"));
  EXPECT_TRUE(shown(2, true).starts_with("gen 2 n=5 m=2 --p=-7 x2 9223372036854775808"));
  EXPECT_TRUE(shown(512, true).starts_with("gen 512 n=5 m=300 --p=-7 x2 9223372036854775808"));
}

TEST(CommandOf, TakesEachOnceAndThenSmallOnesMoreOften) {
  for (std::uint64_t draw = 0; draw < 5; ++draw)
    EXPECT_EQ(command_of(1, draw, 5), draw);
  std::vector<int> counts(5);
  for (std::uint64_t draw = 5; draw < 1005; ++draw)
    ++counts[command_of(1, draw, 5)];
  EXPECT_GT(counts[0], counts[4]);
  EXPECT_GT(counts[4], 0);
}

}  // namespace
}  // namespace arbiter::stress
