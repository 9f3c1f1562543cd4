#include "report/text/typeset.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/text.hpp"
#include "report/text/difference.hpp"

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

TEST(Difference, BlanksAreSeen) {
  const model::FirstDifference difference{
      1, 1, 1, 1, "a b\tc\r\n", std::string("\xC2\xA0\xEF\xBB\xBF\x1b\0\xff日", 11), false, false};
  const std::string text = render_difference(difference, {false, 80});
  EXPECT_NE(text.find("  a·b→c␍⏎\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  ⍽<BOM>\\x1b\\x00\\xff日\n"), std::string::npos) << text;
}

TEST(Difference, PointsAtTheFirstCharacterThatDiffers) {
  const model::FirstDifference difference{2, 5, 2, 7, "1 2 3", "1 2 4", false, false};
  EXPECT_EQ(render_difference(difference, {false, 80}),
            "  differs at line 2, column 5 (in the answer: line 2, column 7)\n"
            "  expected  1·2·3\n"
            "  got       1·2·4\n"
            "                ^\n");
}

TEST(Difference, LongTextsAreCutWhereTheyDiffer) {
  const std::string same(500, 'x');
  const model::FirstDifference difference{1,     1,    1, 1, same + "A" + same, same + "B" + same,
                                          false, false};
  const std::string text = render_difference(difference, {false, 40});
  EXPECT_EQ(text,
            "  differs at line 1, column 1\n"
            "  expected  …xxxxxxxxxAxxxxxxxxxxxxxxxx…\n"
            "  got       …xxxxxxxxxBxxxxxxxxxxxxxxxx…\n"
            "                      ^\n");
}

TEST(Difference, EndsAreNamed) {
  const model::FirstDifference difference{3, 1, 3, 1, "7", "", false, true};
  EXPECT_EQ(render_difference(difference, {false, 80}),
            "  differs at line 3, column 1\n"
            "  expected  7\n"
            "  got       (end of output)\n");
}

}  // namespace
}  // namespace arbiter::report
