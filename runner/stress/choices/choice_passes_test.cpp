// Each pass on its own: what it is for must not depend on the others, which often reach the same in
// many more attempts.
#include "stress/choices/choice_passes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <arbiter/collections.hpp>

#include "stress/choices/shrink_test_kit.hpp"

namespace arbiter::stress {
namespace {

using Numbers = std::vector<std::int64_t>;
using Pass = std::function<void(ChoiceTrials&)>;

ChoiceSequence choices_from(const Values& values) {
  ChoiceSequence sequence;
  for (const std::int64_t value : values)
    sequence.push_back({ChoiceEvent::Kind::choice, {value, INT64_MIN, INT64_MAX}, {}});
  return sequence;
}

/// What one pass makes of the values.
Values passed(const Pass& pass, const FailingGenerator<Numbers>& generator, const Values& values) {
  const TryChoices tried = [&](const ChoiceSequence& candidate) {
    return generator.tried(candidate);
  };
  const ShrinkControl control = generator.control();
  ChoiceTrials trials(generator.played(choices_from(values)), tried, control);
  EXPECT_TRUE(generator.tried(choices_from(values))) << "it does not fail";
  pass(trials);
  return trials.values();
}

/// How many, then each.
Numbers counted(ChoiceSource& source) {
  Numbers numbers(static_cast<std::size_t>(source.integer(0, 20)));
  const auto whole = source.span("numbers");
  for (std::int64_t& number : numbers)
    number = source.integer(0, 9);
  return numbers;
}

bool holds(const Numbers& numbers, std::int64_t number) {
  return std::ranges::find(numbers, number) != numbers.end();
}

TEST(ChoicePasses, CutGroupsLowersTheCount) {
  const auto fails = [](const Numbers& numbers) { return holds(numbers, 7) && holds(numbers, 8); };
  EXPECT_EQ(passed(cut_groups, {counted, fails}, {6, 1, 8, 2, 3, 7, 4}), (Values{2, 8, 7}));
}

TEST(ChoicePasses, CutCountedRunsNeedsNoSpans) {
  const auto draw = [](ChoiceSource& source) {
    source.integer(0, 9);
    source.integer(0, 9);
    source.integer(0, 9);
    Numbers numbers(static_cast<std::size_t>(source.integer(0, 9)));
    for (std::int64_t& number : numbers)
      number = source.integer(0, 9);
    source.integer(0, 9);
    return numbers;
  };
  const auto fails = [](const Numbers& numbers) { return holds(numbers, 7); };
  EXPECT_EQ(passed(cut_counted_runs, {draw, fails}, {9, 9, 9, 4, 1, 2, 7, 3, 5}),
            (Values{9, 9, 9, 1, 7, 5}));
}

Numbers levels(ChoiceSource& source) {
  const auto whole = source.span("level");
  Numbers numbers = {source.integer(0, 9)};
  if (source.integer(0, 1) == 1) {
    for (const std::int64_t number : levels(source))
      numbers.push_back(number);
  }
  return numbers;
}

TEST(ChoicePasses, HoistSpansTakesLevelsOut) {
  const auto fails = [](const Numbers& numbers) { return numbers.back() == 5; };
  EXPECT_EQ(passed(hoist_spans, {levels, fails}, {1, 1, 2, 1, 3, 1, 5, 0}), (Values{5, 0}));
}

TEST(ChoicePasses, LowerEqualKeepsThemEqual) {
  const auto fails = [](const Numbers& numbers) {
    return numbers.size() == 3 && numbers[0] == numbers[2] && numbers[0] > 1;
  };
  EXPECT_EQ(passed(lower_equal, {counted, fails}, {3, 8, 0, 8})[1], 2);
}

TEST(ChoicePasses, RenameValuesSwapsLetters) {
  const auto fails = [](const Numbers& numbers) {
    return numbers.size() == 4 && numbers[0] == numbers[3] && numbers[1] == numbers[2] &&
           numbers[0] != numbers[1];
  };
  EXPECT_EQ(passed(rename_values, {counted, fails}, {4, 6, 2, 2, 6}), (Values{4, 2, 6, 6, 2}));
}

TEST(ChoicePasses, SortGroupsSorts) {
  const auto fails = [](const Numbers& numbers) { return holds(numbers, 7); };
  EXPECT_EQ(passed(sort_groups, {counted, fails}, {4, 6, 7, 2, 0}), (Values{4, 0, 2, 6, 7}));
}

TEST(ChoicePasses, MovePairsKeepsTheSumOrTheDifference) {
  const auto adds_up = [](const Numbers& numbers) {
    return numbers.size() == 2 && numbers[0] + numbers[1] == 9;
  };
  EXPECT_EQ(passed(move_pairs, {counted, adds_up}, {2, 5, 4}), (Values{2, 0, 9}));
  const auto differs = [](const Numbers& numbers) {
    return numbers.size() == 2 && numbers[1] - numbers[0] == 3;
  };
  EXPECT_EQ(passed(move_pairs, {counted, differs}, {2, 5, 8}), (Values{2, 0, 3}));
}

TEST(ChoicePasses, CutSeveralKeepsTheParity) {
  // Of two sevens, apart from each other, both must go.
  const auto fails = [](const Numbers& numbers) {
    return std::ranges::count(numbers, 7) % 2 == 0 && numbers.size() % 2 == 1;
  };
  EXPECT_EQ(passed(cut_several, {counted, fails}, {5, 7, 1, 2, 3, 7}).size(), 4U);
}

TEST(ChoicePasses, CutAndChangeDoesBothAtOnce) {
  const auto fails = [](const Numbers& numbers) {
    return !numbers.empty() && numbers[0] == 9 - static_cast<std::int64_t>(numbers.size());
  };
  EXPECT_EQ(passed(cut_and_change, {counted, fails}, {5, 4, 0, 0, 0, 0}), (Values{4, 5, 0, 0, 0}));
}

TEST(ChoicePasses, TryShorterOnesFindsWhatHasNothingInCommon) {
  const auto fails = [](const Numbers& numbers) {
    return numbers == Numbers{9, 9, 9, 9, 9, 9} || numbers == Numbers{0, 2, 1};
  };
  EXPECT_EQ(passed(try_shorter_ones, {counted, fails}, {6, 9, 9, 9, 9, 9, 9}),
            (Values{3, 0, 2, 1}));
}

}  // namespace
}  // namespace arbiter::stress
