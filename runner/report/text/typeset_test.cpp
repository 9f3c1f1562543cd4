#include "report/text/typeset.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/text.hpp"
#include "report/text/excerpt.hpp"

namespace arbiter::report {
namespace {

TEST(Typeset, WrapsAtBlanks) {
  EXPECT_EQ(wrap("one two three", 8), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrap("one two three", 8, 6), (std::vector<std::string>{"", "one two", "three"}));
  EXPECT_EQ(wrap("a  b", 10), (std::vector<std::string>{"a  b"}));
  EXPECT_EQ(wrap("", 10), (std::vector<std::string>{""}));
}

TEST(Typeset, ANumberStaysWithItsUnit) {
  EXPECT_EQ(wrap("at most 256 MiB of it", 12),
            (std::vector<std::string>{"at most", "256 MiB of", "it"}));
}

TEST(Typeset, BreaksLongWordsAnywhere) {
  EXPECT_EQ(wrap("x abcdefgh", 4), (std::vector<std::string>{"x", "abcd", "efgh"}));
  EXPECT_EQ(chop("abcdefgh", 3), (std::vector<std::string>{"abc", "def", "gh"}));
  EXPECT_EQ(chop("日本語", 4), (std::vector<std::string>{"日本", "語"}));
}

TEST(Typeset, BreaksPathsBetweenFolders) {
  EXPECT_EQ(wrap("in some/long/path.cpp (c)", 14),
            (std::vector<std::string>{"in some/", "long/path.cpp", "(c)"}));
  EXPECT_EQ(wrap("in a/path.cpp", 11), (std::vector<std::string>{"in", "a/path.cpp"}));
}

TEST(Typeset, ClipsAtEitherSide) {
  EXPECT_EQ(clip_end("secret/01", 9), "secret/01");
  EXPECT_EQ(clip_end("secret/01", 5), "secr…");
  EXPECT_EQ(clip_front("secret/01", 5), "…t/01");
  EXPECT_EQ(clip_front("日本語", 4), "…語");
  EXPECT_EQ(clip_middle("secret/01", 9), "secret/01");
  EXPECT_EQ(clip_middle("secret/01", 8), "s…ret/01");
  EXPECT_EQ(clip_middle("secret/01", 5), "s…/01");
  EXPECT_EQ(clip_middle("secret/01", 2), "s…");
  EXPECT_EQ(clip_end("日本語", 0), "");
}

TEST(Typeset, WrappedLinesFitAndLoseNothing) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (std::size_t k = random() % 60; k > 0; --k) {
      constexpr std::string_view k_some = "ab 12.é日 ";
      const auto all = characters(k_some);
      text += all[random() % all.size()];
    }
    const std::size_t width = 2 + random() % 20;
    std::string joined;
    for (const std::string& line : wrap(text, width, random() % 4)) {
      EXPECT_LE(display_width(line), width) << text;
      joined += line;
    }
    std::string chopped;
    for (const std::string& line : chop(text, width)) {
      EXPECT_LE(display_width(line), width);
      chopped += line;
    }
    EXPECT_EQ(chopped, text);
    const auto without_blanks = [](std::string of) {
      of.erase(std::remove(of.begin(), of.end(), ' '), of.end());
      return of;
    };
    EXPECT_EQ(without_blanks(joined), without_blanks(text));
  }
}

TEST(Typeset, CommandsCanBePasted) {
  EXPECT_EQ(command_line({false, 80}, {"arbiter", "judge", "a b", "it's"}, 2),
            "  arbiter judge 'a b' 'it'\\''s'\n");
  EXPECT_EQ(command_line({false, 20}, {"arbiter", "judge", "problem", "--tests", "a"}, 2),
            "  arbiter judge \\\n    problem \\\n    --tests a\n");
  EXPECT_EQ(command_line({false, 80}, {"a", "b\n\xff'\\"}, 0), "a $'b\\x0a\\xff\\'\\\\'\n");
}

std::string barred_text(std::string_view bytes, std::size_t most, std::size_t width) {
  return barred(excerpt(bytes, both_ends(split_lines(bytes).size(), most)), {false, width});
}

TEST(Excerpt, SmallTextsAreWhole) {
  EXPECT_EQ(barred_text("1 2\n\n\tx\x1b \xff", 6, 80), "  | 1 2\n  |\n  |     x\\x1b \\xff\n");
}

TEST(Excerpt, BothEndsOfMany) {
  std::string lines;
  for (int i = 1; i <= 10; ++i)
    lines += std::to_string(i) + "\n";
  EXPECT_EQ(barred_text(lines, 6, 80),
            "  | 1\n  | 2\n  | 3\n  | 4\n  … 4 lines more\n  | 9\n  | 10\n");
  EXPECT_EQ(barred_text(lines, 10, 80).find("…"), std::string::npos);
}

TEST(Excerpt, AroundALine) {
  const auto range = [](std::size_t lines, std::size_t focus) {
    const LineRange found = around(lines, 4, focus);
    return std::pair(found.first, found.last);
  };
  EXPECT_EQ(range(3, 0), std::pair(0UL, 3UL));
  EXPECT_EQ(range(10, 0), std::pair(0UL, 4UL));
  EXPECT_EQ(range(10, 5), std::pair(3UL, 7UL));
  EXPECT_EQ(range(10, 9), std::pair(6UL, 10UL));
  EXPECT_EQ(range(10, 1000), std::pair(6UL, 10UL));
}

TEST(Excerpt, LongLinesLoseTheirMiddle) {
  const std::string line =
      std::string(399, 'a') + "é" + std::string(5000, 'b') + "é" + std::string(199, 'c') + "\n";
  const std::string text = barred_text(line, 6, 1000);
  EXPECT_EQ(text, "  | " + std::string(399, 'a') + "\n  … 5002 bytes more of this line\n  | é" +
                      std::string(199, 'c') + "\n");
  const std::string narrow = barred_text(line, 6, 40);
  for (const std::string_view each : split_lines(narrow))
    EXPECT_LE(display_width(each), 40U);
  // A line of continuation bytes only has no place between characters.
  EXPECT_TRUE(is_utf8(barred_text(std::string(5000, '\x80'), 6, 40)));
}

}  // namespace
}  // namespace arbiter::report
