#include "verify/mangle.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace arbiter::verify {
namespace {

std::map<std::string_view, std::string> by_name(const std::vector<Mangled>& all) {
  std::map<std::string_view, std::string> texts;
  for (const Mangled& one : all)
    texts[one.what] = one.text;
  return texts;
}

TEST(ChangedInputs, ChangeOnePlace) {
  auto made = by_name(changed_inputs("3 ab\n12\n"));
  EXPECT_EQ(made["a zero before a number"], "03 ab\n12\n");
  EXPECT_EQ(made["a plus before a number"], "+3 ab\n12\n");
  EXPECT_EQ(made["a blank at the beginning"], " 3 ab\n12\n");
  EXPECT_EQ(made["a blank at the end of a line"], "3 ab \n12\n");
  EXPECT_EQ(made["a second blank between two words"], "3  ab\n12\n");
  EXPECT_EQ(made["a tab instead of a blank"], "3\tab\n12\n");
  EXPECT_EQ(made["an empty line between two lines"], "3 ab\n\n12\n");
  EXPECT_EQ(made["an empty line at the end"], "3 ab\n12\n\n");
  EXPECT_EQ(made["no line end at the end"], "3 ab\n12");
  EXPECT_EQ(made["line ends of Windows (CR LF)"], "3 ab\r\n12\r\n");
  EXPECT_EQ(made["a word at the end of the last line"], "3 ab\n12 word\n");
}

TEST(ChangedInputs, LeaveOutWhatWouldChangeNothing) {
  for (const std::string text : {"", "\n", "x", "ab\n", "1"}) {
    for (const Mangled& one : changed_inputs(text))
      EXPECT_NE(one.text, text) << one.what;
  }
  EXPECT_FALSE(by_name(changed_inputs("ab\n")).contains("a zero before a number"));
  EXPECT_FALSE(by_name(changed_inputs("ab\n")).contains("an empty line between two lines"));
}

TEST(ChangedInputs, TakeANumberOfItsOwnOnly) {
  EXPECT_EQ(by_name(changed_inputs("a1 x2y -7\n")).count("a zero before a number"), 0U);
  EXPECT_EQ(by_name(changed_inputs("a1 7\n"))["a zero before a number"], "a1 07\n");
}

TEST(Layout, IsWhatATextHasItself) {
  const auto names = [](std::string_view text) {
    const auto all = layout_of(text);
    return std::set<std::string_view>(all.begin(), all.end());
  };
  EXPECT_TRUE(names("1 2\n3\n").empty());
  EXPECT_EQ(names("1  2\n"), (std::set<std::string_view>{"a second blank between two words"}));
  EXPECT_EQ(names("1\n\n2\r\n"), (std::set<std::string_view>{"an empty line between two lines",
                                                             "line ends of Windows (CR LF)"}));
  EXPECT_EQ(names("1"), (std::set<std::string_view>{"no line end at the end"}));
}

TEST(Layout, NamesChanges) {
  const auto made = by_name(changed_inputs("1 2\n3\n"));
  for (const std::string_view what : layout_of(" 1\t2  3 \n\n4\r\n\n"))
    EXPECT_TRUE(made.contains(what)) << what;
}

TEST(NastyOutputs, DifferFromTheAnswerAndHaveNames) {
  const auto all = nasty_outputs("12 3\n");
  EXPECT_GT(all.size(), 20U);
  for (const Mangled& one : all) {
    EXPECT_NE(one.text, "12 3\n");
    EXPECT_FALSE(one.what.empty());
  }
  EXPECT_EQ(by_name(all)["the answer with a word changed"], "22 3\n");
  EXPECT_EQ(by_name(nasty_outputs("0\n")).count("0"), 0U);
}

TEST(Junk, IsTheSameInEveryCall) {
  EXPECT_EQ(by_name(junk()), by_name(junk()));
}

}  // namespace
}  // namespace arbiter::verify
