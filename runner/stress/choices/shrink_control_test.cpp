// How shrinkers report, and when they stop.
#include <gtest/gtest.h>

#include <arbiter/collections.hpp>
#include <set>
#include <string>

#include "stress/choices/shrink_test_kit.hpp"
#include "stress/text/shrink_text.hpp"
#include "stress/text/text_layout.hpp"

namespace arbiter::stress {
namespace {

using Numbers = std::vector<std::int64_t>;

FailingGenerator<Numbers> some_generator() {
  return {[](ChoiceSource& source) {
            return list(source, 0, 20, [&] { return source.integer(0, 1000); });
          },
          [](const Numbers& numbers) {
            std::int64_t sum = 0;
            for (const std::int64_t number : numbers)
              sum += number;
            return sum % 7 == 3 && sum > 500;
          }};
}

TEST(ShrinkControl, TellsOfSmallerAndSmallerSequences) {
  const FailingGenerator<Numbers> generator = some_generator();
  const ChoiceSequence start = generator.failures(1).front();
  std::vector<ChoiceSequence> told = {start};
  ShrinkControl control;
  control.on_better = [&](const ChoiceSequence& best) { told.push_back(best); };
  const auto tried = [&](const ChoiceSequence& candidate) { return generator.tried(candidate); };
  const ShrunkChoices shrunk = shrink_choices(start, tried, control);
  ASSERT_GT(told.size(), 2U);
  for (std::size_t i = 1; i < told.size(); ++i) {
    EXPECT_TRUE(is_simpler(choices_of(told[i]), choices_of(told[i - 1])));
    EXPECT_TRUE(generator.fails(generator.input_of(told[i])));
  }
  EXPECT_EQ(shrunk.best, told.back());
}

TEST(ShrinkControl, StopsAtOnceAndKeepsWhatItHas) {
  const FailingGenerator<Numbers> generator = some_generator();
  const ChoiceSequence start = generator.failures(1).front();
  for (const std::int64_t allowed : {0, 1, 5, 20}) {
    std::int64_t attempts = 0;
    ChoiceSequence best = start;
    ShrinkControl control;
    control.is_over = [&] { return attempts >= allowed; };
    control.on_better = [&](const ChoiceSequence& better) { best = better; };
    const auto tried = [&](const ChoiceSequence& candidate) {
      ++attempts;
      return generator.tried(candidate);
    };
    const ShrunkChoices shrunk = shrink_choices(start, tried, control);
    EXPECT_EQ(attempts, allowed);
    EXPECT_EQ(shrunk.attempts, allowed);
    EXPECT_EQ(shrunk.best, best);
    EXPECT_FALSE(shrunk.is_done);
  }
}

TEST(ShrinkControl, TriesNothingTwice) {
  const FailingGenerator<Numbers> generator = some_generator();
  for (const bool can_play : {false, true}) {
    std::set<Values> tried_before;
    const auto tried = [&](const ChoiceSequence& candidate) {
      EXPECT_TRUE(tried_before.insert(values_of(choices_of(candidate))).second);
      return generator.tried(candidate);
    };
    shrink_choices(generator.failures(1).front(), tried, generator.control(can_play));
    EXPECT_GT(tried_before.size(), 10U);
  }
}

TEST(ShrinkControl, SpendsNoAttemptOnWhatIsNotSmaller) {
  const FailingGenerator<Numbers> generator = some_generator();
  ChoiceSequence best = generator.failures(1).front();
  ShrinkControl control = generator.control();
  control.on_better = [&](const ChoiceSequence& better) { best = better; };
  const auto tried = [&](const ChoiceSequence& candidate) {
    EXPECT_EQ(candidate, generator.played(candidate));
    EXPECT_TRUE(is_simpler(choices_of(candidate), choices_of(best)));
    return generator.tried(candidate);
  };
  shrink_choices(best, tried, control);
}

TEST(ShrinkControl, TakesNothingThatIsLargerThanItSeems) {
  // A generator that draws more where it is asked for less.
  const FailingGenerator<Numbers> generator = {
      [](ChoiceSource& source) {
        Numbers numbers = {source.integer(0, 9)};
        for (std::int64_t left = numbers[0]; left < 9; ++left)
          numbers.push_back(source.integer(0, 9));
        return numbers;
      },
      [](const Numbers& numbers) { return numbers[0] < 8; }};
  for (const ChoiceSequence& start : generator.failures(5)) {
    const ShrunkChoices shrunk = generator.shrink(start, false);
    EXPECT_FALSE(is_simpler(choices_of(start), choices_of(shrunk.best)));
  }
}

TEST(ShrinkControl, LeavesTheEmptySequenceAlone) {
  const auto tried = [](const ChoiceSequence&) -> std::optional<ChoiceSequence> {
    return ChoiceSequence{};
  };
  const ShrunkChoices shrunk = shrink_choices({}, tried, {});
  EXPECT_TRUE(shrunk.best.empty());
  EXPECT_TRUE(shrunk.is_done);
}

TEST(ShrinkControl, StopsAtOnceInTexts) {
  for (const std::int64_t allowed : {0, 1, 5}) {
    std::int64_t attempts = 0;
    const auto is_over = [&] { return attempts >= allowed; };
    const auto fails = [&](const std::string& text) {
      ++attempts;
      return text.find('9') != std::string::npos && text.size() > 5;
    };
    const ShrunkText shrunk = shrink_text("5\n17 23 8 99 100\nsome more lines\n", fails, is_over);
    EXPECT_EQ(attempts, allowed);
    EXPECT_EQ(shrunk.attempts, allowed);
    EXPECT_FALSE(shrunk.is_done);
  }
}

}  // namespace
}  // namespace arbiter::stress
