#include "standard_table.hpp"

namespace arbiter::checkers {
namespace {

TEST(Visible, ShowsBlanksAndControlCharacters) {
  EXPECT_EQ(visible("a b\tc\r\n"), "a·b→c\\r⏎");
  EXPECT_EQ(visible("\0\x01\x1B\x7F\v\f"s), "\\x00\\x01\\x1B\\x7F\\x0B\\x0C");
  EXPECT_EQ(visible(""), "");
}

TEST(Visible, KeepsPrintableUtf8AndEscapesTheRest) {
  EXPECT_EQ(visible("å€😀"), "å€😀");
  EXPECT_EQ(visible("\xFF\xE2\x82"
                    "a"),
            "\\xFF\\xE2\\x82a");
  EXPECT_EQ(visible("\xC0\x80\xED\xA0\x80\xF4\x90\x80\x80"),
            "\\xC0\\x80\\xED\\xA0\\x80\\xF4\\x90\\x80\\x80");
  EXPECT_EQ(visible("\xC2\x9B"
                    "31m"),
            "\\xC2\\x9B31m");
  EXPECT_EQ(visible("\xE2\x80\xAE\xEF\xBB\xBF\xC2\xA0"),
            "\\xE2\\x80\\xAE\\xEF\\xBB\\xBF\\xC2\\xA0");
}

TEST(Visible, ClipsBetweenCharacters) {
  EXPECT_EQ(visible("abcd", 4), "abcd");
  EXPECT_EQ(visible("abcde", 4), "abcd…");
  EXPECT_EQ(visible("abcå", 4), "abc…");
  EXPECT_EQ(visible("a", 0), "…");
}

}  // namespace
}  // namespace arbiter::checkers
