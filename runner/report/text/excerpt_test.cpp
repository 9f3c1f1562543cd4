#include "report/text/excerpt.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/text.hpp"

namespace arbiter::report {
namespace {

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
