#include "stress/pattern.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

namespace arbiter::stress {
namespace {

using Lists = std::vector<std::vector<int>>;

/// Many short lists, each once: "n" in line 1, the values in line 2.
Lists lists() {
  std::mt19937 random(1);  // NOLINT(cert-msc51-cpp)
  std::set<std::vector<int>> all;
  while (all.size() < 150) {
    std::vector<int> list(1 + random() % 5);
    for (int& value : list)
      value = static_cast<int>(random() % 5) - 1;
    all.insert(std::move(list));
  }
  return {all.begin(), all.end()};
}

std::string input_of(const std::vector<int>& list) {
  std::string text = fmt::format("{}\n", list.size());
  for (const int value : list)
    text += fmt::format("{} ", value);
  return text + "\n";
}

std::vector<Observation> tried(const std::function<bool(const std::vector<int>&)>& fails) {
  std::vector<Observation> all;
  for (const auto& list : lists())
    all.push_back({input_of(list), fails(list)});
  return all;
}

/// "line_numbers 2 has_equal": the properties, one after the other.
std::string words(const std::optional<model::Pattern>& pattern) {
  std::string text;
  if (!pattern) return "none";
  for (const model::Property& one : pattern->properties) {
    text += text.empty() ? one.subject : " and " + one.subject;
    for (const std::string& place : one.places)
      text += " " + place;
    text += " " + one.holds + (one.value.empty() ? "" : " " + one.value);
  }
  return text;
}

bool has_equal(const std::vector<int>& list) {
  return std::set(list.begin(), list.end()).size() < list.size();
}

TEST(FindPattern, FindsWhatAllFailingInputsHave) {
  EXPECT_EQ(words(find_pattern(tried(has_equal))), "line_numbers 2 has_equal");
  EXPECT_EQ(words(find_pattern(tried([](const auto& list) { return list.size() > 3; }))),
            "number 1 1 at_least 4");
  EXPECT_EQ(words(find_pattern(tried([](const auto& list) { return list.size() % 2 == 1; }))),
            "number 1 1 odd");
  EXPECT_EQ(
      words(find_pattern(tried([](const auto& list) { return std::ranges::count(list, 0) > 0; }))),
      "line_numbers 2 has_zero");
  EXPECT_EQ(words(find_pattern(tried([](const auto& list) { return std::ranges::min(list) < 0; }))),
            "line_numbers 2 least_equals -1");
  EXPECT_EQ(
      words(find_pattern(tried([](const auto& list) { return std::ranges::is_sorted(list); }))),
      "line_numbers 2 rising");
}

TEST(FindPattern, FindsTwoThatHoldTogether) {
  const auto pattern =
      find_pattern(tried([](const auto& list) { return has_equal(list) && list.size() > 3; }));
  EXPECT_EQ(words(pattern), "number 1 1 at_least 4 and line_numbers 2 has_equal");
}

TEST(FindPattern, CountsEachInputOnce) {
  std::vector<Observation> all = tried(has_equal);
  const std::size_t failing =
      static_cast<std::size_t>(std::ranges::count(all, true, &Observation::fails));
  const std::size_t inputs = all.size();
  all.insert(all.end(), all.begin(), all.begin() + 40);
  const auto pattern = find_pattern(all);
  ASSERT_TRUE(pattern);
  EXPECT_EQ(pattern->failing, failing);
  EXPECT_EQ(pattern->passing, inputs - failing);
}

TEST(FindPattern, TellsNothingThatDoesNotFit) {
  std::mt19937 random(2);  // NOLINT(cert-msc51-cpp)
  EXPECT_EQ(words(find_pattern(tried([&](const auto&) { return random() % 2 == 0; }))), "none");
  EXPECT_EQ(words(find_pattern({})), "none");
  EXPECT_EQ(words(find_pattern({{"1\n", true}, {"2\n", false}})), "none")
      << "two inputs have too much in common by chance";
}

TEST(FindPattern, KnowsWhenAllFail) {
  const auto all = tried([](const auto&) { return true; });
  EXPECT_EQ(find_pattern(all), (model::Pattern{{}, all.size(), 0}));
  EXPECT_EQ(find_pattern({{"1\n", true}, {"2\n", true}}), std::nullopt) << "that may be chance";
}

TEST(FindPattern, LooksAtWordsLetterByLetter) {
  std::vector<Observation> all;
  for (const char* word : {"AAB", "ABA", "BB", "CAC", "DD", "EFE", "AAA"})
    all.push_back({fmt::format("{}\n", word), true});
  for (const char* word : {"AB", "B", "CAB", "DE", "EFG", "A", "C"})
    all.push_back({fmt::format("{}\n", word), false});
  EXPECT_EQ(words(find_pattern(all)), "letters 1 1 has_equal");
}

TEST(FindPattern, TellsWhichQueryFails) {
  std::vector<Observation> all;
  for (int i = 1; i < 9; ++i) {
    all.push_back({fmt::format("N\n{}\n", i), true});
    all.push_back({fmt::format("WORD\n{}\n", i * i), false});
  }
  EXPECT_EQ(words(find_pattern(all)), "word 1 1 equals N");
}

TEST(Observations, AreAllOrSayThatTheyAreNot) {
  Observations observed;
  for (int i = 0; i < 2000; ++i)
    observed.add(std::to_string(i), false);
  observed.add("failing", true);
  observed.add("failing", true);
  observed.add(std::string(100000, 'x'), true);
  EXPECT_EQ(observed.all().size(), 2001U);
  EXPECT_TRUE(observed.is_whole());
  for (int i = 2000; i < 20000; ++i)
    observed.add(std::to_string(i), false);
  EXPECT_FALSE(observed.is_whole());
  observed.add("failing, too", true);
  EXPECT_EQ(std::ranges::count(observed.all(), true, &Observation::fails), 2);
}

TEST(Observations, WhatPassesLateCounts) {
  Observations observed;
  for (int i = 0; i < 3000; ++i)
    observed.add(std::to_string(i), i >= 1000 && i % 7 == 0);
  EXPECT_EQ(words(find_pattern(observed.all())), "none");
}

TEST(NearTheLeast, TakesInputsOfLikeLengthAndSomeOfTheOthers) {
  std::vector<Observation> all;
  for (std::size_t length = 1; length <= 20; ++length)
    all.push_back({std::string(length, 'x'), length == 5 || length > 9});
  std::vector<std::pair<bool, std::size_t>> lengths;
  for (const Observation& one : near_the_least(all, 15, 3))
    lengths.emplace_back(one.fails, one.input.size());
  EXPECT_EQ(lengths, (std::vector<std::pair<bool, std::size_t>>{
                         {true, 5}, {true, 10}, {true, 15}, {false, 4}, {false, 6}, {false, 9}}));
  EXPECT_TRUE(near_the_least(all, 0, 3).empty());
}

TEST(FindPattern, TakesAnyBytes) {
  std::vector<Observation> all;
  for (int i = 0; i < 20; ++i)
    all.push_back({std::string(static_cast<std::size_t>(i), static_cast<char>(200 + i)), i < 10});
  EXPECT_NO_THROW(find_pattern(all));
}

}  // namespace
}  // namespace arbiter::stress
