#include "standard_table.hpp"

// All checkers but the default one.

namespace arbiter::checkers {
namespace {

const std::string k_long(100'000, 'x');

TEST(ExactChecker, AcceptsAndRejects) {
  const Rows check("exact");
  check("empty", {}, "", {""}, {"\n", " ", "a", "\0"s});
  check("last line feed", {}, "a\n", {"a\n"}, {"a", "a\n\n", "a\r\n", "A\n", " a\n", "b\n", ""});
  check("no last line feed", {}, "a", {"a"}, {"a\n", "", "b"});
  check("any bytes", {}, "\0\xFF\r\n"s, {"\0\xFF\r\n"s}, {"\0\xFF\n"s, "\0\xFE\r\n"s, "\0"s});
  check("long", {}, k_long + "\n", {k_long + "\n"}, {k_long, k_long + "x\n", k_long + " "});
}

TEST(LinesChecker, AcceptsAndRejects) {
  const Rows check("lines");
  check("empty", {}, "", {"", "\n", " \n\t\r\n"}, {"a", "\na", "\0"s});
  check("blanks in lines", {}, "a b\nc\n",
        {"a b\nc\n", "a b\nc", "a b\r\nc\r\n", " a\tb \nc \n", "a \v\f b\nc\n\n\n", "a b\nc\n \n"},
        {"a b c\n", "a\nb\nc\n", "a b\n\nc\n", "\na b\nc\n", "ab\nc\n", "a b\n", "a\nc\n",
         "a b\nc\nd\n", "a b\nC\n", "a b\nc d\n", "a b\rc\n", ""});
  check("blank lines inside count", {}, "a\n\nb\n", {"a\n\nb", "a\n \t\nb\n", "a\r\n\r\nb\r\n"},
        {"a\nb\n", "a\n\n\nb\n", "a\n\n", "a\n\nb\nb"});
  check("leading blank line", {}, "\na\n", {" \na\n", "\r\na"}, {"a\n", "\n\na\n"});
  check("trailing blank lines of the answer", {}, "a\n\n \n", {"a", "a\n"}, {"", "a\nb"});
  check("NUL and invalid UTF-8", {}, "\0 \xFF\n"s, {"\0  \xFF"s}, {"\0\xFF"s, " \xFF", "\0 "s});
  check("long lines", {}, k_long + " y\nz", {k_long + "\ty \nz\n"}, {k_long + "\ny\nz", k_long});
}

TEST(TokensChecker, AcceptsAndRejects) {
  const Rows check("tokens");
  check("empty", {}, " \n", {"", "\n"}, {"a", "\0"s});
  check("spacing", {}, "a b\nC", {"a\nb C\n", "\r\na b\tC"},
        {"a b c", "A b C", "ab C", "a b", "a b C D"});
  check("numbers", {}, "1.0", {"1.0"}, {"1", "1.00"});
  check("long", {}, k_long + " b", {k_long + "\n\nb"}, {k_long + "b", k_long});
}

TEST(NumbersChecker, AcceptsAndRejects) {
  const Rows check("numbers");
  check("empty", {}, "", {"", "\n"}, {"0", "a"});
  check("default tolerance", {}, "1 1000000000 0",
        {"1 1000000000 0", "1.0000009 1000000999 0.0000009", "1e0\n1e9\n-0"},
        {"1.000002 1000000000 0", "1 1000002000 0", "1 1000000000 0.000002", "1 1000000000",
         "1 1000000000 0 0", "1 1000000000 zero", "1 1000000000 nan"});
  check("only absolute", {"float_absolute_tolerance", "1"}, "1e9", {"1000000001"}, {"1000000002"});
  check("only relative", {"float_relative_tolerance", "0.5"}, "2 0", {"3 0"}, {"3.5 0", "2 0.1"});
  check("exact", {"float_tolerance", "0"}, "0.30", {".3", "3e-1"}, {"0.3000001", "0.29"});
}

TEST(YesnoChecker, AcceptsAndRejects) {
  const Rows check("yesno");
  check("one", {}, "YES\n", {"YES", "yes\r\n", "yEs"}, {"NO", "Y", "", "yes yes", "yess", "maybe"});
  check("many", {}, "yes No NO", {"YES\nNO\nNO\n"}, {"NO YES NO", "YES NO", "YES NO NO NO"});
  check("empty", {}, "", {"", "\n"}, {"NO"});
}

TEST(NumbersChecker, BlamesTheAnswerFileForWhatIsNoNumber) {
  for (const std::string& answer : {"1\nx"s, "nan"s, "0x10"s, "1e999"s, "-"s}) {
    const Outcome outcome = run_checker("numbers", {}, answer, answer);
    EXPECT_FALSE(outcome.accepted);
    EXPECT_NE(outcome.judge_error, "") << answer;
  }
  EXPECT_EQ(run_checker("numbers", {}, "1\n  x\n", "2").judge_error,
            "the answer file is at fault, line 2, column 3: \"x\" is not a finite decimal number");
}

TEST(YesnoChecker, BlamesTheAnswerFileForOtherWords) {
  EXPECT_EQ(run_checker("yesno", {}, "YES\nyess", "YES").judge_error,
            "the answer file is at fault, line 2, column 1: \"yess\" is not YES or NO");
  EXPECT_NE(run_checker("yesno", {}, "y", "y").judge_error, "");
}

TEST(UnorderedLinesChecker, AcceptsAndRejects) {
  const Rows check("unordered_lines");
  check("empty", {}, "", {"", "\n\n", " \r\n"}, {"a", "\0"s});
  check(
      "any order", {}, "a b\nc\nd\n",
      {"a b\nc\nd\n", "d\nc\na b", "c\r\nd\r\na  b\r\n", "\n d\n\na\tb \nc\n\n"},
      {"b a\nc\nd\n", "a b\nc\n", "a b\nc\nd\nd\n", "ab\nc\nd\n", "a b\nC\nd\n", "", "a b c\nd\n"});
  check("each as often", {}, "x\nx\ny\n", {"y\nx\nx", "x\ny\nx"},
        {"x\ny\ny\n", "x\ny\n", "x\nx\nx\ny"});
  check("NUL and invalid UTF-8", {}, "\0\n\xFF\n"s, {"\xFF\n\0"s}, {"\xFF\n", "\xFE\n\0"s});
}

TEST(UnorderedTokensChecker, AcceptsAndRejects) {
  const Rows check("unordered_tokens");
  check("empty", {}, "", {"", "\n\n"}, {"a", "\0"s});
  check("any order", {}, "a b\nc\n", {"c b a", "b\nc\na\n", " a\r\nb c"},
        {"a b", "a b c c", "A b c", "ab c", ""});
  check("each as often", {}, "1 1 2", {"1 2 1", "2\n1\n1"}, {"1 2 2", "1 2", "1 1 1 2"});
}

TEST(UnorderedChecker, NamesTheFirstMissingAndTheFirstExtraElement) {
  const Outcome outcome = run_checker("unordered_lines", {}, "a\nm 1\nb\nm 2\n", "x\nb\ny\na\n");
  EXPECT_EQ(outcome.message, "missing \"m·1\" (answer: line 2), extra \"x\" (line 1)");
  ASSERT_TRUE(outcome.difference.has_value());
  EXPECT_EQ(outcome.difference->expected, "m 1");
  EXPECT_EQ(outcome.difference->got, "x");
  EXPECT_EQ(outcome.difference->answer_line, 2U);
  EXPECT_EQ(outcome.difference->output_line, 1U);
}

TEST(UnorderedChecker, NamesTheLastOfSeveralEqualElements) {
  const Outcome fewer = run_checker("unordered_tokens", {}, "a a\nb a", "a b a");
  EXPECT_EQ(fewer.message, "missing \"a\" (answer: line 2)");
  EXPECT_TRUE(fewer.difference->got_end);
  EXPECT_FALSE(fewer.difference->expected_end);
  const Outcome more = run_checker("unordered_tokens", {}, "a b", "a\nb\na");
  EXPECT_EQ(more.message, "extra \"a\" (line 3)");
  EXPECT_TRUE(more.difference->expected_end);
}

TEST(UnorderedChecker, TakesManyEqualElements) {
  std::string answer;
  for (int index = 0; index < 20'000; ++index)
    answer += "a\n";
  EXPECT_TRUE(run_checker("unordered_lines", {}, answer, answer + "\n").accepted);
  EXPECT_FALSE(run_checker("unordered_lines", {}, answer, answer + "a").accepted);
}

}  // namespace
}  // namespace arbiter::checkers
