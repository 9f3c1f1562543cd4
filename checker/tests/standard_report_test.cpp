#include "standard_table.hpp"

// Where outputs part.

namespace arbiter::checkers {
namespace {

struct PlaceRow {
  std::string checker;
  std::vector<std::string> arguments;
  std::string answer;
  std::string output;
  std::string place;  // output line:column / answer line:column
  std::string expected;
  std::string got;
  std::string message;
};

std::ostream& operator<<(std::ostream& out, const PlaceRow& row) {
  return out << row.checker << ' ' << row.message;
}

std::string place_text(std::uint64_t line, std::uint64_t column) {
  return std::to_string(line) + ':' + std::to_string(column);
}

class DifferenceTest : public testing::TestWithParam<PlaceRow> {};

TEST_P(DifferenceTest, IsExact) {
  const PlaceRow& row = GetParam();
  const Outcome outcome = run_checker(row.checker, row.arguments, row.answer, row.output);
  ASSERT_FALSE(outcome.accepted);
  ASSERT_TRUE(outcome.difference.has_value()) << outcome.judge_error;
  const Difference& found = *outcome.difference;
  EXPECT_EQ(place_text(found.output_line, found.output_column) + " / " +
                place_text(found.answer_line, found.answer_column),
            row.place);
  EXPECT_EQ(found.expected, row.expected);
  EXPECT_EQ(found.got, row.got);
  const auto says = [&row](const char* part) {
    return row.message.find(part) != std::string::npos;
  };
  EXPECT_EQ(found.expected_end, says("expected the end of the file"));
  EXPECT_EQ(found.got_end, says("got the end of the file"));
  EXPECT_EQ(outcome.message, row.message);
}

std::vector<PlaceRow> token_rows() {
  return {
      {"default",
       {},
       "1 2\n3 4\n",
       "1 2\n3 5\n",
       "2:3 / 2:3",
       "4",
       "5",
       "line 2, column 3: expected \"4\", got \"5\""},
      {"default",
       {},
       "1 2\n",
       "1\n\n  3",
       "3:3 / 1:3",
       "2",
       "3",
       "line 3, column 3 (answer: line 1, column 3): expected \"2\", got \"3\""},
      {"default",
       {},
       "ab12\n",
       "ab13\n",
       "1:1 / 1:1",
       "ab12",
       "ab13",
       "line 1, column 1: expected \"ab12\", got \"ab13\""},
      {"default",
       {},
       "ab",
       "abc",
       "1:1 / 1:1",
       "ab",
       "abc",
       "line 1, column 1: expected \"ab\", got \"abc\""},
  };
}

std::vector<PlaceRow> end_rows() {
  return {
      {"default",
       {},
       "a b\n",
       "a\n",
       "2:1 / 1:3",
       "b",
       "",
       "line 2, column 1 (answer: line 1, column 3): expected \"b\", got the end of the file"},
      {"default",
       {},
       "a\n",
       "a\nb\n",
       "2:1 / 2:1",
       "",
       "b",
       "line 2, column 1: expected the end of the file, got \"b\""},
      {"default",
       {},
       "a",
       "",
       "1:1 / 1:1",
       "a",
       "",
       "line 1, column 1: expected \"a\", got the end of the file"},
      {"default",
       {},
       "a\xFF",
       "a\x1B[0m\0"s,
       "1:1 / 1:1",
       "a\xFF",
       "a\x1B[0m\0"s,
       "line 1, column 1: expected \"a\\xFF\", got \"a\\x1B[0m\\x00\""},
  };
}

std::vector<PlaceRow> note_rows() {
  return {
      {"default",
       {"case_sensitive"},
       "x Yes",
       "x yes",
       "1:3 / 1:3",
       "Yes",
       "yes",
       "line 1, column 3: expected \"Yes\", got \"yes\", where case matters"},
      {"default",
       {"float_tolerance", "0.1"},
       "1.00 2",
       "1.0 3",
       "1:5 / 1:6",
       "2",
       "3",
       "line 1, column 5 (answer: line 1, column 6): expected \"2\", got \"3\", "
       "off by 1 (relative 0.5)"},
      {"default",
       {"float_tolerance", "0.1"},
       "0",
       "0.5",
       "1:1 / 1:1",
       "0",
       "0.5",
       "line 1, column 1: expected \"0\", got \"0.5\", off by 0.5"},
      {"default",
       {"float_tolerance", "0.1"},
       "12",
       "12x",
       "1:1 / 1:1",
       "12",
       "12x",
       "line 1, column 1: expected \"12\", got \"12x\", which is not a number"},
      {"tokens",
       {},
       "a",
       "A",
       "1:1 / 1:1",
       "a",
       "A",
       "line 1, column 1: expected \"a\", got \"A\", where case matters"},
      {"yesno",
       {},
       "YES\nNO",
       "yes maybe",
       "1:5 / 2:1",
       "NO",
       "maybe",
       "line 1, column 5 (answer: line 2, column 1): expected \"NO\", got \"maybe\""},
  };
}

std::vector<PlaceRow> blank_rows() {
  const std::vector<std::string> arguments{"space_change_sensitive"};
  return {
      {"default", arguments, "a  b\n", "a b\n", "1:2 / 1:2", "  ", " ",
       "line 1, column 2: expected \"··\", got \"·\", where blanks matter"},
      {"default", arguments, "a\nb\n", "a\r\nb\n", "1:2 / 1:2", "\n", "\r\n",
       "line 1, column 2: expected \"⏎\", got \"\\r⏎\", where blanks matter"},
      {"default", arguments, "a\n", "a", "1:2 / 1:2", "\n", "",
       "line 1, column 2: expected \"⏎\", got the end of the file, where blanks matter"},
      {"default", arguments, "a", " a", "1:1 / 1:1", "", " ",
       "line 1, column 1: expected no blanks, got \"·\", where blanks matter"},
      {"default",
       {"space_change_sensitive", "float_tolerance", "1"},
       "1.5\t2",
       "1 2",
       "1:2 / 1:4",
       "\t",
       " ",
       "line 1, column 2 (answer: line 1, column 4): expected \"→\", got \"·\", where blanks "
       "matter"},
      {"default", arguments, "a b", "ab", "1:1 / 1:1", "a", "ab",
       "line 1, column 1: expected \"a\", got \"ab\""},
  };
}

std::vector<PlaceRow> exact_rows() {
  return {
      {"exact",
       {},
       "a\nbcd\n",
       "a\nbxd\n",
       "2:2 / 2:2",
       "bcd\n",
       "bxd\n",
       "line 2, column 2: expected \"bcd⏎\", got \"bxd⏎\""},
      {"exact",
       {},
       "a\n",
       "a",
       "1:2 / 1:2",
       "a\n",
       "",
       "line 1, column 2: expected \"a⏎\", got the end of the file"},
      {"exact",
       {},
       "a\n",
       "a\n\n",
       "2:1 / 2:1",
       "",
       "\n",
       "line 2, column 1: expected the end of the file, got \"⏎\""},
      {"exact",
       {},
       "a\n",
       "a\r\n",
       "1:2 / 1:2",
       "a\n",
       "a\r\n",
       "line 1, column 2: expected \"a⏎\", got \"a\\r⏎\""},
  };
}

std::vector<PlaceRow> line_rows() {
  return {
      {"lines",
       {},
       "1 2\n3 4\n",
       "1  2\n3 5\n",
       "2:3 / 2:3",
       "3 4",
       "3 5",
       "line 2, column 3: expected \"3·4\", got \"3·5\""},
      {"lines",
       {},
       "1 2\n",
       "1\n2\n",
       "1:2 / 1:3",
       "1 2",
       "1",
       "line 1, column 2 (answer: line 1, column 3): expected \"1·2\", got \"1\""},
      {"lines",
       {},
       "1\n2\n",
       "1\n",
       "2:1 / 2:1",
       "2\n",
       "",
       "line 2, column 1: expected \"2⏎\", got the end of the file"},
      {"lines",
       {},
       "1\n",
       "1\n\n2",
       "2:1 / 2:1",
       "",
       "\n",
       "line 2, column 1: expected the end of the file, got \"⏎\""},
  };
}

std::string row_name(const testing::TestParamInfo<PlaceRow>& info) {
  return std::to_string(info.index);
}

INSTANTIATE_TEST_SUITE_P(Tokens, DifferenceTest, testing::ValuesIn(token_rows()), row_name);
INSTANTIATE_TEST_SUITE_P(Notes, DifferenceTest, testing::ValuesIn(note_rows()), row_name);
INSTANTIATE_TEST_SUITE_P(Ends, DifferenceTest, testing::ValuesIn(end_rows()), row_name);
INSTANTIATE_TEST_SUITE_P(Exact, DifferenceTest, testing::ValuesIn(exact_rows()), row_name);
INSTANTIATE_TEST_SUITE_P(Blanks, DifferenceTest, testing::ValuesIn(blank_rows()), row_name);
INSTANTIATE_TEST_SUITE_P(Lines, DifferenceTest, testing::ValuesIn(line_rows()), row_name);

TEST(Difference, OfLongTokensShowsTheBytesAroundIt) {
  const std::string before(1000, 'a');
  const std::string after(1000, 'b');
  const Outcome outcome = run_checker("default", {}, before + "X" + after, before + "Y" + after);
  const Difference& found = *outcome.difference;
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
  const Difference found = *run_checker("default", {}, token + "bc", token).difference;
  EXPECT_EQ(found.expected, std::string(198, 'a') + "bc");
  EXPECT_EQ(found.got, std::string(200, 'a'));
}

}  // namespace
}  // namespace arbiter::checkers
