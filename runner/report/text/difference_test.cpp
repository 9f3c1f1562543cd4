#include "report/text/difference.hpp"

#include <gtest/gtest.h>

#include <string>

namespace arbiter::report {
namespace {

std::string shown(std::string_view expected, std::string_view got,
                  const std::optional<FirstDifference>& difference, std::size_t width) {
  return side_by_side({"expected", expected, 0}, {"got", got, 0}, difference, {false, width});
}

TEST(SideBySide, ThePlaceIsMarked) {
  EXPECT_EQ(shown("1 2 345\n6\n", "1 2 355\n6\n",
                  FirstDifference{1, 5, 1, 5, "345", "355", false, false}, 80),
            "  expected    got\n"
            "  | 1 2 345   | 1 2 355\n"
            "         ^           ^\n"
            "  | 6         | 6\n"
            "  differs at line 1, column 5\n");
}

TEST(SideBySide, ColumnsOfTheTerminalAreCounted) {
  EXPECT_EQ(shown("é日 A\n", "é日 B\n", FirstDifference{1, 7, 1, 7, "A", "B", false, false}, 80),
            "  expected    got\n"
            "  | é日 A     | é日 B\n"
            "        ^           ^\n"
            "  differs at line 1, column 7\n");
  EXPECT_EQ(
      shown("\x1b\tA\n", "\x1b\tB\n", FirstDifference{1, 3, 1, 3, "A", "B", false, false}, 80),
      "  expected     got\n"
      "  | \\x1b    A  | \\x1b    B\n"
      "            ^            ^\n"
      "  differs at line 1, column 3\n");
}

TEST(SideBySide, EndsAreSaid) {
  EXPECT_EQ(shown("1\n2\n", "1\n", FirstDifference{2, 1, 2, 1, "2", "", false, true}, 80),
            "  expected    got\n"
            "  | 1         | 1\n"
            "  | 2         (end of output)\n"
            "    ^\n"
            "  differs at line 2, column 1\n");
  EXPECT_EQ(shown("1\n", "", std::nullopt, 80),
            "  expected    got\n"
            "  | 1         (nothing)\n");
}

TEST(SideBySide, OneBelowTheOtherWhereItIsNarrow) {
  EXPECT_EQ(shown("1 2 3 4 5 6 7 8 9\n", "1 2 3 4 5 6 7 8 8\n",
                  FirstDifference{1, 17, 1, 17, "9", "8", false, false}, 40),
            "  expected\n"
            "  | 1 2 3 4 5 6 7 8 9\n"
            "  got\n"
            "  | 1 2 3 4 5 6 7 8 8\n"
            "  differs at line 1, column 17\n"
            "  expected  9\n"
            "  got       8\n");
  EXPECT_EQ(shown("1 2 3 4 5 6 7 8 9\n", "1 2 3 4 5 6 7 8 8\n", std::nullopt, 42),
            "  expected             got\n"
            "  | 1 2 3 4 5 6 7 8 9  | 1 2 3 4 5 6 7 8 8\n");
}

TEST(SideBySide, LinesAroundTheDifference) {
  std::string expected;
  std::string got;
  std::string shown_lines = "  expected         got\n  … 16 lines more  … 16 lines more\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string number = std::to_string(i);
    expected += number + "\n";
    if (i < 25) got += number + "\n";
    if (i > 16 && i < 25) shown_lines += "  | " + number + "             | " + number + "\n";
    if (i == 25) shown_lines += "  | 25             (end of output)\n    ^\n";
    if (i > 25 && i <= 32) shown_lines += "  | " + number + "\n";
  }
  EXPECT_EQ(shown(expected, got, FirstDifference{25, 1, 25, 1, "25", "", false, true}, 80),
            shown_lines + "  … 8 lines more\n  differs at line 25, column 1\n");
}

TEST(SideBySide, FalsePlacesDoNoHarm) {
  for (const std::uint64_t far : {std::uint64_t{0}, std::uint64_t{1} << 40U}) {
    const std::string text = shown("1\n2\n", "\xff\x80\n",
                                   FirstDifference{far, far, far, far, "2", "3", false, false}, 80);
    EXPECT_NE(text.find("| \\xff\\x80"), std::string::npos) << text;
  }
}

TEST(Difference, BlanksAreSeen) {
  const FirstDifference difference{
      1, 1, 1, 1, "a b\tc\r\n", std::string("\xC2\xA0\xEF\xBB\xBF\x1b\0\xff日", 11), false, false};
  const std::string text = render_difference(difference, {false, 80});
  EXPECT_NE(text.find("  a·b→c␍⏎\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  ⍽<BOM>\\x1b\\x00\\xff日\n"), std::string::npos) << text;
}

TEST(Difference, PointsAtTheFirstCharacterThatDiffers) {
  const FirstDifference difference{2, 5, 2, 7, "1 2 3", "1 2 4", false, false};
  EXPECT_EQ(render_difference(difference, {false, 80}),
            "  differs at line 2, column 5 (in the answer: line 2, column 7)\n"
            "  expected  1·2·3\n"
            "  got       1·2·4\n"
            "                ^\n");
}

TEST(Difference, LongTextsAreCutWhereTheyDiffer) {
  const std::string same(500, 'x');
  const FirstDifference difference{1, 1, 1, 1, same + "A" + same, same + "B" + same, false, false};
  const std::string text = render_difference(difference, {false, 40});
  EXPECT_EQ(text,
            "  differs at line 1, column 1\n"
            "  expected  …xxxxxxxxxAxxxxxxxxxxxxxxxx…\n"
            "  got       …xxxxxxxxxBxxxxxxxxxxxxxxxx…\n"
            "                      ^\n");
}

TEST(Difference, EndsAreNamed) {
  const FirstDifference difference{3, 1, 3, 1, "7", "", false, true};
  EXPECT_EQ(render_difference(difference, {false, 80}),
            "  differs at line 3, column 1\n"
            "  expected  7\n"
            "  got       (end of output)\n");
}

TEST(HeadBlock, ShowsBlanksThatAreEasilyOverlooked) {
  const auto block = [](const std::string& head, std::int64_t size, std::size_t lines) {
    return head_block({head, Bytes{size}, lines, {}}, 3, {false, 24});
  };
  EXPECT_EQ(block("1 2\n", 4, 1), "  | 1 2\n");
  EXPECT_EQ(block(" 1  2 \r\n\t3\n", 12, 2), "  | ·1··2·␍\n  | →3\n");
  EXPECT_EQ(block("a\n\nb\nc\n", 7, 4), "  | a\n  |\n  | b\n  … 1 line more, 7 B in\n  all\n");
  EXPECT_EQ(block("1 2 3 4 5 6 7 8 9 10 11\n", 24, 1),
            "  | 1 2 3 4 5 6 7 8 9 1…\n  … 24 B in all\n");
  EXPECT_EQ(block("1 2", 4096, 1), "  | 1 2…\n  … 4 KiB in all\n");
  // A character was cut at the end of the head.
  EXPECT_EQ(block("\xC3\xA4\xC3", 4096, 1), "  | ä…\n  … 4 KiB in all\n");
  EXPECT_EQ(block("\xC3\xA4\xC3", 3, 1), "");
  EXPECT_EQ(block(std::string("a\0b", 3), 3, 1), "");
}

}  // namespace
}  // namespace arbiter::report
