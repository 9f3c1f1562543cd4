#include "arbiter/words.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace arbiter {
namespace {

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
