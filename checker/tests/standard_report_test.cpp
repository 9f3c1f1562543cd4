#include <iterator>
#include <sstream>

#include "standard_table.hpp"

// Where outputs part.

namespace arbiter::checkers {
namespace {

struct PlaceRow {
  std::string checker;
  std::string arguments;  // with blanks between
  std::string answer;
  std::string output;
  std::string message;
};

std::string place_text(std::uint64_t line, std::uint64_t column) {
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

std::string shown(const std::string& bytes, bool is_end) {
  if (is_end) return "the end of the file";
  return bytes.empty() ? "no blanks" : '"' + visible(bytes) + '"';
}

/// What the message says but for its note.
std::string text_of(const FirstDifference& found) {
  const std::string got = place_text(found.output_line, found.output_column);
  const std::string wanted = place_text(found.answer_line, found.answer_column);
  return got + (got == wanted ? "" : " (answer: " + wanted + ")") + ": expected " +
         shown(found.expected, found.expected_end) + ", got " + shown(found.got, found.got_end);
}

void expect_messages(const std::vector<PlaceRow>& rows) {
  for (const PlaceRow& row : rows) {
    SCOPED_TRACE(row.message);
    std::istringstream words(row.arguments);
    const std::vector<std::string> arguments{std::istream_iterator<std::string>(words), {}};
    const Outcome outcome = run_checker(row.checker, arguments, row.answer, row.output);
    EXPECT_EQ(outcome.message, row.message);
    ASSERT_TRUE(outcome.difference.has_value()) << outcome.judge_error;
    EXPECT_EQ(outcome.message.find(text_of(*outcome.difference)), 0U);
  }
}

TEST(Difference, IsExactOfTokens) {
  expect_messages({
      {"default", "", "1 2\n3 4\n", "1 2\n3 5\n", "line 2, column 3: expected \"4\", got \"5\""},
      {"default", "", "1 2\n", "1\n\n  3",
       "line 3, column 3 (answer: line 1, column 3): expected \"2\", got \"3\""},
      {"default", "", "ab12\n", "ab13\n", "line 1, column 1: expected \"ab12\", got \"ab13\""},
      {"default", "", "ab", "abc", "line 1, column 1: expected \"ab\", got \"abc\""},
  });
}

TEST(Difference, IsExactAtTheEnd) {
  expect_messages({
      {"default", "", "a b\n", "a\n",
       "line 2, column 1 (answer: line 1, column 3): expected \"b\", got the end of the file"},
      {"default", "", "a\n", "a\nb\n", "line 2, column 1: expected the end of the file, got \"b\""},
      {"default", "", "a", "", "line 1, column 1: expected \"a\", got the end of the file"},
      {"default", "", "a\xFF", "a\x1B[0m\0"s,
       "line 1, column 1: expected \"a\\xFF\", got \"a\\x1B[0m\\x00\""},
  });
}

TEST(Difference, IsExactWithANote) {
  expect_messages({
      {"default", "case_sensitive", "x Yes", "x yes",
       "line 1, column 3: expected \"Yes\", got \"yes\", where case matters"},
      {"default", "float_tolerance 0.1", "1.00 2", "1.0 3",
       "line 1, column 5 (answer: line 1, column 6): expected \"2\", got \"3\", "
       "off by 1 (relative 0.5)"},
      {"default", "float_tolerance 0.1", "0", "0.5",
       "line 1, column 1: expected \"0\", got \"0.5\", off by 0.5"},
      {"default", "float_tolerance 0.1", "12", "12x",
       "line 1, column 1: expected \"12\", got \"12x\", which is not a number"},
      {"tokens", "", "a", "A", "line 1, column 1: expected \"a\", got \"A\", where case matters"},
      {"yesno", "", "YES\nNO", "yes maybe",
       "line 1, column 5 (answer: line 2, column 1): expected \"NO\", got \"maybe\""},
  });
}

TEST(Difference, IsExactOfBlanks) {
  expect_messages({
      {"default", "space_change_sensitive", "a  b\n", "a b\n",
       "line 1, column 2: expected \"··\", got \"·\", where blanks matter"},
      {"default", "space_change_sensitive", "a\nb\n", "a\r\nb\n",
       "line 1, column 2: expected \"⏎\", got \"\\r⏎\", where blanks matter"},
      {"default", "space_change_sensitive", "a\n", "a",
       "line 1, column 2: expected \"⏎\", got the end of the file, where blanks matter"},
      {"default", "space_change_sensitive", "a", " a",
       "line 1, column 1: expected no blanks, got \"·\", where blanks matter"},
      {"default", "space_change_sensitive float_tolerance 1", "1.5\t2", "1 2",
       "line 1, column 2 (answer: line 1, column 4): expected \"→\", got \"·\", where blanks "
       "matter"},
      {"default", "space_change_sensitive", "a b", "ab",
       "line 1, column 1: expected \"a\", got \"ab\""},
  });
}

TEST(Difference, IsExactOfBytes) {
  expect_messages({
      {"exact", "", "a\nbcd\n", "a\nbxd\n", "line 2, column 2: expected \"bcd⏎\", got \"bxd⏎\""},
      {"exact", "", "a\n", "a", "line 1, column 2: expected \"a⏎\", got the end of the file"},
      {"exact", "", "a\n", "a\n\n", "line 2, column 1: expected the end of the file, got \"⏎\""},
      {"exact", "", "a\n", "a\r\n", "line 1, column 2: expected \"a⏎\", got \"a\\r⏎\""},
  });
}

TEST(Difference, IsExactOfLines) {
  expect_messages({
      {"lines", "", "1 2\n3 4\n", "1  2\n3 5\n", "line 2, column 3: expected \"3·4\", got \"3·5\""},
      {"lines", "", "1 2\n", "1\n2\n",
       "line 1, column 2 (answer: line 1, column 3): expected \"1·2\", got \"1\""},
      {"lines", "", "1\n2\n", "1\n", "line 2, column 1: expected \"2⏎\", got the end of the file"},
      {"lines", "", "1\n", "1\n\n2", "line 2, column 1: expected the end of the file, got \"⏎\""},
  });
}

TEST(Difference, OfLongTokensShowsTheBytesAroundIt) {
  const std::string before(1000, 'a');
  const std::string after(1000, 'b');
  const Outcome outcome = run_checker("default", {}, before + "X" + after, before + "Y" + after);
  const FirstDifference& found = *outcome.difference;
  EXPECT_EQ(found.expected, std::string(80, 'a') + "X" + std::string(119, 'b'));
  EXPECT_EQ(found.got, std::string(80, 'a') + "Y" + std::string(119, 'b'));
  EXPECT_EQ(found.output_column, 1U);
  EXPECT_EQ(outcome.message, "line 1, column 1: expected \"…" + std::string(30, 'a') + "X" +
                                 std::string(29, 'b') + "…\", got \"…" + std::string(30, 'a') +
                                 "Y" + std::string(29, 'b') + "…\"");
}

TEST(Difference, OfLongTokensIsNotCutInsideACharacter) {
  std::string text = "x";
  for (int index = 0; index < 500; ++index)
    text += "ä";
  const Outcome outcome = run_checker("default", {}, text + "1", text + "2");
  EXPECT_EQ(outcome.message.find("\\x"), std::string::npos) << outcome.message;
}

TEST(Difference, OfLongTokensSaysWhereItIsCut) {
  const std::string token(1000, 'a');
  const std::string end(60, 'a');
  const std::string beginning(58, 'a');
  EXPECT_EQ(run_checker("default", {}, token + "bc", token).message,
            "line 1, column 1: expected \"…" + beginning + "bc\", got \"…" + end + '"');
}

TEST(Difference, OfATokenThatEndsTooEarlyShowsItsEnd) {
  const std::string token(1000, 'a');
  const FirstDifference found = *run_checker("default", {}, token + "bc", token).difference;
  EXPECT_EQ(found.expected, std::string(198, 'a') + "bc");
  EXPECT_EQ(found.got, std::string(200, 'a'));
}

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
