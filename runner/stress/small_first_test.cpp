#include "stress/small_first.hpp"

#include <gtest/gtest.h>

#include <map>

namespace arbiter::stress {
namespace {

using Outcome = SmallDraws::Outcome;

std::vector<DrawCommand> parsed(const std::vector<std::string>& texts) {
  std::vector<DrawCommand> commands;
  for (const std::string& text : texts) {
    auto command = parse_draw(text);
    EXPECT_TRUE(command) << text;
    if (command) commands.push_back(std::move(command).value());
  }
  return commands;
}

/// What is drawn if everything comes to `outcome`.
std::vector<SmallDraws::Draw> drawn(SmallDraws draws, Outcome outcome) {
  std::vector<SmallDraws::Draw> all;
  while (auto draw = draws.next()) {
    all.push_back(*std::move(draw));
    draws.hear(outcome);
  }
  return all;
}

TEST(SmallDraws, ComeMostOftenFromTheFirstCommandAndEnd) {
  const auto commands = parsed({"a 9", "b 9", "c 9"});
  std::map<std::size_t, int> counts;
  for (const auto& draw : drawn(SmallDraws(commands, 2, 1, true), Outcome::is_tried))
    ++counts[draw.command];
  EXPECT_GT(counts[0], counts[1]);
  EXPECT_GT(counts[1], counts[2]);
  EXPECT_GT(counts[2], 30);
  EXPECT_EQ(counts[0] + counts[1] + counts[2], 300);
}

TEST(SmallDraws, BeginWithSmallNumbersAndReachThoseOfTheCommand) {
  const auto commands = parsed({"a 2000 {seed}"});
  const auto all = drawn(SmallDraws(commands, 0, 1, true), Outcome::is_tried);
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all.front().arguments[0], "1");
  EXPECT_EQ(all.back().arguments[0], "2000");
  EXPECT_NE(all.front().arguments[1], all.back().arguments[1]) << "another seed for each";
  const auto plain = drawn(SmallDraws(commands, 0, 1, false), Outcome::is_tried);
  EXPECT_EQ(plain.front().arguments[0], "2000") << "nobody tells whether it is an input";
}

TEST(SmallDraws, LeaveACommandWhoseInputsAreTooLarge) {
  const auto commands = parsed({"large", "small"});
  SmallDraws draws(commands, 0, 1, true);
  std::map<std::size_t, int> counts;
  while (const auto draw = draws.next()) {
    ++counts[draw->command];
    draws.hear(draw->command == 0 ? Outcome::is_too_large : Outcome::is_tried);
  }
  EXPECT_EQ(counts[0], 4);
  EXPECT_EQ(counts[1], 296);
}

TEST(SmallDraws, GoOnToLargerNumbersWhereSmallOnesGiveNothing) {
  const auto commands = parsed({"a n=1..1000000"});
  const auto all = drawn(SmallDraws(commands, 0, 1, true), Outcome::is_useless);
  EXPECT_EQ(all.size(), 64U) << "one of a size, and once more of the last";
  EXPECT_EQ(drawn(SmallDraws(commands, 0, 1, true), Outcome::is_too_large).size(), 4U);
}

TEST(SmallDraws, TakeTheCommandOfTheFailureWhereverItStands) {
  const auto commands = parsed(std::vector<std::string>(50, "a"));
  bool is_there = false;
  for (const auto& draw : drawn(SmallDraws(commands, 49, 1, true), Outcome::is_tried))
    is_there = is_there || draw.command == 49;
  EXPECT_TRUE(is_there);
}

}  // namespace
}  // namespace arbiter::stress
