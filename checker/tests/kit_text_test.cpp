#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "arbiter/output_validator.hpp"

namespace {

using arbiter::shown;
using arbiter::Token;
using arbiter::TokenReader;

TEST(Shown, MakesBlanksAndControlsVisible) {
  EXPECT_EQ(shown(""), "\"\"");
  EXPECT_EQ(shown("a b"), "\"a\u2423b\"");
  EXPECT_EQ(shown("\t\n\r"), "\"\\t\\n\\r\"");
  EXPECT_EQ(shown(std::string("\0\x1B[", 3)), "\"\\x00\\x1B[\"");
  EXPECT_EQ(shown("\x7F"), "\"\\u{007F}\"");
  EXPECT_EQ(shown("\"\\"), "\"\\\"\\\\\"");
}

TEST(Shown, KeepsTextAndEscapesWhatIsNoUtf8) {
  EXPECT_EQ(shown("bokst\u00E4ver"), "\"bokst\u00E4ver\"");
  EXPECT_EQ(shown("\xE4ver"), "\"\\xE4ver\"");
  EXPECT_EQ(shown("\xC0\x80"), "\"\\xC0\\x80\"");
  EXPECT_EQ(shown("\xED\xA0\x80"), "\"\\xED\\xA0\\x80\"");
  EXPECT_EQ(shown("\xE0\x80\x80"), "\"\\xE0\\x80\\x80\"");
  EXPECT_EQ(shown("\xF4\x90\x80\x80"), "\"\\xF4\\x90\\x80\\x80\"");
  EXPECT_EQ(shown("\xF0\x9F\x98"), "\"\\xF0\\x9F\\x98\"");
  EXPECT_EQ(shown("\U0001F600"), "\"\U0001F600\"");
}

TEST(Shown, EscapesWhatATerminalWouldHide) {
  EXPECT_EQ(shown("\u00A0"), "\"\\u{00A0}\"");
  EXPECT_EQ(shown("\u202E"), "\"\\u{202E}\"");
  EXPECT_EQ(shown("\uFEFF"), "\"\\u{FEFF}\"");
}

TEST(Shown, CutsAtTheLimit) {
  EXPECT_EQ(shown("abcd", 4), "\"abcd\"");
  EXPECT_EQ(shown("abcde", 4), "\"abcd\"\u2026");
  EXPECT_EQ(shown("\u00E4\u00E4\u00E4", 2), "\"\u00E4\u00E4\"\u2026");
}

void expect_token(const std::optional<Token>& token, const std::string& text, int line,
                  int column) {
  ASSERT_TRUE(token.has_value());
  EXPECT_EQ(token->text, text);
  EXPECT_EQ(token->line, line);
  EXPECT_EQ(token->column, column);
}

TEST(TokenReader, TellsWhereTokensBegin) {
  TokenReader reader("  one\ttwo\r\n\n three\v\f4");
  expect_token(reader.next(), "one", 1, 3);
  expect_token(reader.next(), "two", 1, 7);
  expect_token(reader.next(), "three", 3, 2);
  expect_token(reader.next(), "4", 3, 9);
  EXPECT_FALSE(reader.next().has_value());
  EXPECT_FALSE(reader.next().has_value());
}

TEST(TokenReader, TakesNulAndHighBytesForText) {
  const std::string text("a\0b \xA0", 5);
  TokenReader reader(text);
  expect_token(reader.next(), std::string("a\0b", 3), 1, 1);
  expect_token(reader.next(), "\xA0", 1, 5);
}

TEST(TokenReader, FindsNothingInBlanks) {
  EXPECT_FALSE(TokenReader("").next().has_value());
  EXPECT_FALSE(TokenReader(" \n\t").next().has_value());
}

}  // namespace
