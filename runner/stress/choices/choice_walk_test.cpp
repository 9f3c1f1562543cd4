#include "stress/choices/choice_walk.hpp"

#include <gtest/gtest.h>

#include <arbiter/choice_source.hpp>
#include <functional>
#include <set>
#include <string>

namespace arbiter::stress {
namespace {

using Draw = std::function<std::string(ChoiceSource&)>;

struct Walked {
  std::vector<std::string> inputs;
  bool was_cut = false;
};

/// All that a walk lets the generator make, in order.
Walked walk(const Draw& draw, WalkBounds bounds) {
  Walked walked;
  ChoiceWalk walk(bounds);
  for (int steps = 0; walk.next() && steps < 100'000; ++steps) {
    ChoiceSource source(*walk.next());
    source.record();
    const std::string input = draw(source);
    if (walk.take(source.recorded())) walked.inputs.push_back(input);
  }
  walked.was_cut = walk.was_cut();
  return walked;
}

std::string word(ChoiceSource& source) {
  std::string text;
  const std::int64_t length = source.integer(0, 3);
  for (std::int64_t i = 0; i < length; ++i)
    text += static_cast<char>('a' + source.integer(0, 1));
  return text;
}

TEST(ChoiceWalk, MakesEverythingOnce) {
  const Walked all = walk(word, {10, INT64_MAX});
  EXPECT_FALSE(all.was_cut);
  EXPECT_EQ(all.inputs.size(), 1U + 2 + 4 + 8);
  EXPECT_EQ(std::set<std::string>(all.inputs.begin(), all.inputs.end()).size(), all.inputs.size());
  EXPECT_EQ(all.inputs.front(), "");
}

TEST(ChoiceWalk, KeepsToItsBounds) {
  const Walked few = walk(word, {3, INT64_MAX});
  EXPECT_TRUE(few.was_cut);
  EXPECT_EQ(few.inputs.size(), 1U + 2 + 4);
  const Walked small = walk(word, {10, 2});
  EXPECT_TRUE(small.was_cut);
  EXPECT_EQ(small.inputs, (std::vector<std::string>{"", "a", "b"}));
}

TEST(ChoiceWalk, KnowsAGeneratorThatChoosesNothing) {
  const Walked one = walk([](ChoiceSource&) { return "fixed"; }, {1, 2});
  EXPECT_EQ(one.inputs, std::vector<std::string>{"fixed"});
  EXPECT_FALSE(one.was_cut);
}

TEST(ChoiceWalk, EndsWithAGeneratorThatDoesNotPlayBack) {
  ChoiceWalk walk({5, INT64_MAX});
  int steps = 0;
  std::int64_t value = 0;
  while (walk.next() && steps < 1000) {
    ++steps;
    ChoiceSequence recorded = {{ChoiceEvent::Kind::choice, {value++ % 3, 0, 2}, {}}};
    walk.take(recorded);
  }
  EXPECT_LT(steps, 1000);
}

TEST(ChoiceWalk, GoesOnBehindWhatIsRefused) {
  ChoiceWalk walk({5, INT64_MAX});
  walk.take({{ChoiceEvent::Kind::choice, {0, 0, 2}, {}}});
  ASSERT_TRUE(walk.next());
  walk.refuse();
  ASSERT_TRUE(walk.next());
  EXPECT_EQ((*walk.next())[0].choice.value, 2);
  walk.refuse();
  EXPECT_FALSE(walk.next());
  EXPECT_TRUE(walk.was_cut());
}

TEST(ValueAt, GoesOutwardsFromTheSimplest) {
  const auto values = [](std::int64_t least, std::int64_t most) {
    std::vector<std::int64_t> all;
    for (std::int64_t i = 0; i < count_of_values(least, most); ++i)
      all.push_back(value_at(least, most, static_cast<std::uint64_t>(i)));
    return all;
  };
  EXPECT_EQ(values(0, 3), (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(values(-1, 3), (std::vector<std::int64_t>{0, 1, -1, 2, 3}));
  EXPECT_EQ(values(-3, 1), (std::vector<std::int64_t>{0, 1, -1, -2, -3}));
  EXPECT_EQ(values(-5, -3), (std::vector<std::int64_t>{-3, -4, -5}));
  EXPECT_EQ(count_of_values(INT64_MIN, INT64_MAX), INT64_MAX);
  EXPECT_EQ(value_at(INT64_MIN, INT64_MAX, 2), -1);
  EXPECT_EQ(value_at(0, INT64_MAX, INT64_MAX), INT64_MAX);
}

}  // namespace
}  // namespace arbiter::stress
