#include "arbiter/collections.hpp"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

#include "arbiter/decimal.hpp"
#include "arbiter/words.hpp"

namespace arbiter {
namespace {

TEST(Collections, PermutesEveryNumberOnce) {
  ChoiceSource source("permutation");
  std::vector<int> all = permutation(source, 50, 1);
  EXPECT_FALSE(std::is_sorted(all.begin(), all.end()));
  std::sort(all.begin(), all.end());
  for (int i = 0; i < 50; ++i)
    EXPECT_EQ(all[static_cast<std::size_t>(i)], i + 1);
  EXPECT_TRUE(permutation(source, 0).empty());
}

TEST(Collections, DrawsDistinctNumbersEachSetAsOften) {
  ChoiceSource source("distinct");
  std::map<std::vector<std::int64_t>, int> seen;
  for (int i = 0; i < 12000; ++i)
    ++seen[distinct(source, 2, -1, 2)];
  EXPECT_EQ(seen.size(), 12U);
  for (const auto& [numbers, count] : seen) {
    EXPECT_NE(numbers[0], numbers[1]);
    EXPECT_NEAR(count, 1000, 182);
  }
}

TEST(Collections, DrawsDistinctNumbersOfAnyRange) {
  ChoiceSource source("wide");
  EXPECT_EQ(distinct(source, 3, INT64_MIN, INT64_MAX).size(), 3U);
  const std::vector<std::int64_t> all = distinct(source, 5, INT64_MAX - 4, INT64_MAX);
  EXPECT_EQ(std::set<std::int64_t>(all.begin(), all.end()).size(), 5U);
  EXPECT_TRUE(distinct(source, 0, 3, 2).empty());
  EXPECT_THROW(distinct(source, 3, 1, 2), std::invalid_argument);
  EXPECT_THROW(distinct(source, 1, 3, 2), std::invalid_argument);
  EXPECT_THROW(distinct(source, -1, 1, 2), std::invalid_argument);
}

TEST(Collections, TakesSamplesAndSubsets) {
  ChoiceSource source("sample");
  const std::vector<char> letters = {'a', 'b', 'c', 'd'};
  const std::vector<char> three = sample(source, letters, 3);
  EXPECT_EQ(std::set<char>(three.begin(), three.end()).size(), 3U);
  EXPECT_THROW(sample(source, letters, 5), std::invalid_argument);
  EXPECT_EQ(subset(source, letters, 1, 1), letters);
  EXPECT_TRUE(subset(source, letters, 0, 1).empty());
  std::set<std::vector<char>> seen;
  for (int i = 0; i < 500; ++i)
    seen.insert(subset(source, letters));
  EXPECT_EQ(seen.size(), 16U);
}

TEST(Collections, MakesListsOfEachLength) {
  ChoiceSource source("list");
  std::map<std::size_t, int> seen;
  for (int i = 0; i < 3000; ++i)
    ++seen[list(source, 2, 4, [&] { return source.integer(0, 9); }).size()];
  EXPECT_EQ(seen.size(), 3U);
  for (const auto& [length, count] : seen) {
    EXPECT_GE(length, 2U);
    EXPECT_NEAR(count, 1000, 155);
  }
  EXPECT_EQ(list_towards(source, 1, 6, [&] { return source.integer(0, 9); }).size(), 6U);
  EXPECT_THROW(list(source, 3, 2, [] { return 0; }), std::invalid_argument);
  EXPECT_THROW(list_towards(source, 3, 2, [] { return 0; }), std::invalid_argument);
}

/// The sequence without the first span of that name.
ChoiceSequence without_first(ChoiceSequence sequence, const std::string& name) {
  std::size_t begin = 0;
  while (sequence[begin].name != name)
    ++begin;
  std::size_t end = begin;
  int depth = 0;
  do {
    if (sequence[end].kind == ChoiceEvent::Kind::begin) ++depth;
    if (sequence[end].kind == ChoiceEvent::Kind::end) --depth;
    ++end;
  } while (depth > 0);
  using Difference = ChoiceSequence::difference_type;
  sequence.erase(sequence.begin() + static_cast<Difference>(begin),
                 sequence.begin() + static_cast<Difference>(end));
  return sequence;
}

TEST(Collections, LosesAnElementWithItsSpan) {
  ChoiceSource source("deletion");
  source.record();
  const auto draw = [](ChoiceSource& from) {
    return list_towards(from, 0, 6, [&] { return from.integer(0, 1000); });
  };
  std::vector<std::int64_t> numbers = draw(source);
  ChoiceSource played(without_first(source.recorded(), "element"));
  numbers.erase(numbers.begin());
  EXPECT_EQ(draw(played), numbers);
}

TEST(Collections, SplitsANumberIntoParts) {
  ChoiceSource source("parts");
  std::map<std::vector<std::int64_t>, int> seen;
  for (int i = 0; i < 6000; ++i)
    ++seen[parts(source, 5, 3, 1)];
  EXPECT_EQ(seen.size(), 6U);
  for (const auto& [found, count] : seen) {
    EXPECT_EQ(std::accumulate(found.begin(), found.end(), std::int64_t{0}), 5);
    EXPECT_NEAR(count, 1000, 174);
  }
  for (int i = 0; i < 300; ++i) {
    const std::vector<std::int64_t> found = parts(source, 20, 6, 2, 4);
    EXPECT_EQ(found.size(), 6U);
    EXPECT_EQ(std::accumulate(found.begin(), found.end(), std::int64_t{0}), 20);
    EXPECT_GE(*std::min_element(found.begin(), found.end()), 2);
    EXPECT_LE(*std::max_element(found.begin(), found.end()), 4);
  }
  EXPECT_EQ(parts(source, 12, 3, 4, 4), (std::vector<std::int64_t>{4, 4, 4}));
  EXPECT_TRUE(parts(source, 0, 0).empty());
  EXPECT_THROW(parts(source, 1, 0), std::invalid_argument);
  EXPECT_THROW(parts(source, 5, 3, 2), std::invalid_argument);
  EXPECT_THROW(parts(source, 5, 2, 0, 2), std::invalid_argument);
  EXPECT_THROW(parts(source, -1, 2), std::invalid_argument);
}

TEST(Decimal, PrintsAllItsPlaces) {
  EXPECT_EQ(to_text({1234, 2}), "12.34");
  EXPECT_EQ(to_text({-5, 3}), "-0.005");
  EXPECT_EQ(to_text({7, 0}), "7");
  EXPECT_EQ(to_text({INT64_MIN, 18}), "-9.223372036854775808");
  EXPECT_EQ(Decimal({125, 2}).value(), 1.25);
}

TEST(Decimal, ReadsPlainNumbersOnly) {
  EXPECT_EQ(read_decimal("-0.05", 3), (Decimal{-50, 3}));
  EXPECT_EQ(read_decimal("7.", 1), (Decimal{70, 1}));
  EXPECT_EQ(read_decimal("12", 0), (Decimal{12, 0}));
  for (const char* text : {"", "-", ".", ".5", "1e3", "+1", "1.234", "1.-2", "0x1", "1..2", " 1",
                           "9223372036854775808"}) {
    EXPECT_FALSE(read_decimal(text, 2)) << text;
  }
}

TEST(Decimal, IsDrawnWithinItsBounds) {
  ChoiceSource source("real");
  std::set<std::int64_t> seen;
  for (int i = 0; i < 300; ++i)
    seen.insert(real(source, "-0.1", "0.2", 1).units);
  EXPECT_EQ(seen, (std::set<std::int64_t>{-1, 0, 1, 2}));
  EXPECT_THROW(real(source, "0.25", "1", 1), std::invalid_argument);
  EXPECT_THROW(real(source, "1", "0", 1), std::invalid_argument);
}

TEST(Letters, AreThoseOfTheRanges) {
  EXPECT_EQ(letters("a-e"), "abcde");
  EXPECT_EQ(letters("x-z0-2_"), "xyz012_");
  EXPECT_EQ(letters("-a"), "-a");
  EXPECT_EQ(letters("A-A"), "A");
  for (const char* wrong : {"", "aa", "a-cb", "z-a"})
    EXPECT_THROW(letters(wrong), std::invalid_argument) << wrong;
}

TEST(Word, HasEachLetterAsOften) {
  ChoiceSource source("word");
  std::map<char, int> seen;
  for (const char c : word(source, 3000, "xyz"))
    ++seen[c];
  EXPECT_EQ(seen.size(), 3U);
  for (const auto& [letter, count] : seen)
    EXPECT_NEAR(count, 1000, 155);
  EXPECT_EQ(word(source, 0, ""), "");
  EXPECT_THROW(word(source, 1, ""), std::invalid_argument);
  EXPECT_THROW(word(source, -1, "a"), std::invalid_argument);
}

TEST(Words, AreDifferentEvenIfAllAreTaken) {
  ChoiceSource source("words");
  const std::vector<std::string> made = words(source, {14, 1, 3, "ab", 50});
  EXPECT_EQ(std::set<std::string>(made.begin(), made.end()).size(), 14U);
  EXPECT_THROW(words(source, {15, 1, 3, "ab", 50}), std::invalid_argument);
  EXPECT_EQ(words(source, {3, 2, 4, "x", 0}).size(), 3U);
  EXPECT_THROW(words(source, {4, 2, 4, "x", 0}), std::invalid_argument);
  EXPECT_THROW(words(source, {1, 2, 1, "x", 0}), std::invalid_argument);
  EXPECT_THROW(words(source, {1, 1, 1, "", 0}), std::invalid_argument);
  EXPECT_EQ(words(source, {0, 1, 1, "", 0}).size(), 0U);
}

TEST(Words, AreFoundQuicklyWhereMostAreTaken) {
  // The simplest words throughout: each is free only after a row of taken ones, so that looking
  // for it step by step would take 3 · 10^9 steps.
  ChoiceSource source(ChoiceSequence{});
  const std::vector<std::string> made = words(source, {80000, 4, 8, letters("a-z"), 100});
  EXPECT_EQ(std::set<std::string>(made.begin(), made.end()).size(), 80000U);
}

TEST(Words, BeginAsOthersDo) {
  const auto beginnings = [](std::int64_t shared) {
    ChoiceSource source("shared");
    std::set<std::string> seen;
    for (const std::string& each : words(source, {300, 8, 8, letters("a-z"), shared, 6}))
      seen.insert(each.substr(0, 6));
    return seen.size();
  };
  EXPECT_EQ(beginnings(0), 300U);
  EXPECT_LT(beginnings(100), 10U);
}

}  // namespace
}  // namespace arbiter
