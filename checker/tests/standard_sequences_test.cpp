#include "standard_table.hpp"

// exact, lines, tokens, numbers and yesno: the checkers that go by the order of the output.

namespace arbiter::checkers {
namespace {

const std::string k_long(100'000, 'x');

TEST(ExactChecker, AcceptsAndRejects) {
  expect_rows(
      "exact",
      {{"empty", {}, "", {""}, {"\n", " ", "a", "\0"s}},
       {"last line feed", {}, "a\n", {"a\n"}, {"a", "a\n\n", "a\r\n", "A\n", " a\n", "b\n", ""}},
       {"no last line feed", {}, "a", {"a"}, {"a\n", "", "b"}},
       {"any bytes", {}, "\0\xFF\r\n"s, {"\0\xFF\r\n"s}, {"\0\xFF\n"s, "\0\xFE\r\n"s, "\0"s}},
       {"long", {}, k_long + "\n", {k_long + "\n"}, {k_long, k_long + "x\n", k_long + " "}}});
}

TEST(LinesChecker, AcceptsAndRejects) {
  expect_rows(
      "lines",
      {{"empty", {}, "", {"", "\n", " \n\t\r\n"}, {"a", "\na", "\0"s}},
       {"blanks in lines",
        {},
        "a b\nc\n",
        {"a b\nc\n", "a b\nc", "a b\r\nc\r\n", " a\tb \nc \n", "a \v\f b\nc\n\n\n", "a b\nc\n \n"},
        {"a b c\n", "a\nb\nc\n", "a b\n\nc\n", "\na b\nc\n", "ab\nc\n", "a b\n", "a\nc\n",
         "a b\nc\nd\n", "a b\nC\n", "a b\nc d\n", "a b\rc\n", ""}},
       {"blank lines inside count",
        {},
        "a\n\nb\n",
        {"a\n\nb", "a\n \t\nb\n", "a\r\n\r\nb\r\n"},
        {"a\nb\n", "a\n\n\nb\n", "a\n\n", "a\n\nb\nb"}},
       {"leading blank line", {}, "\na\n", {" \na\n", "\r\na"}, {"a\n", "\n\na\n"}},
       {"trailing blank lines of the answer", {}, "a\n\n \n", {"a", "a\n"}, {"", "a\nb"}},
       {"NUL and invalid UTF-8", {}, "\0 \xFF\n"s, {"\0  \xFF"s}, {"\0\xFF"s, " \xFF", "\0 "s}},
       {"long lines", {}, k_long + " y\nz", {k_long + "\ty \nz\n"}, {k_long + "\ny\nz", k_long}}});
}

TEST(TokensChecker, AcceptsAndRejects) {
  expect_rows("tokens", {{"empty", {}, " \n", {"", "\n"}, {"a", "\0"s}},
                         {"spacing",
                          {},
                          "a b\nC",
                          {"a\nb C\n", "\r\na b\tC"},
                          {"a b c", "A b C", "ab C", "a b", "a b C D"}},
                         {"numbers", {}, "1.0", {"1.0"}, {"1", "1.00"}},
                         {"long", {}, k_long + " b", {k_long + "\n\nb"}, {k_long + "b", k_long}}});
}

TEST(NumbersChecker, AcceptsAndRejects) {
  expect_rows(
      "numbers",
      {{"empty", {}, "", {"", "\n"}, {"0", "a"}},
       {"default tolerance",
        {},
        "1 1000000000 0",
        {"1 1000000000 0", "1.0000009 1000000999 0.0000009", "1e0\n1e9\n-0"},
        {"1.000002 1000000000 0", "1 1000002000 0", "1 1000000000 0.000002", "1 1000000000",
         "1 1000000000 0 0", "1 1000000000 zero", "1 1000000000 nan"}},
       {"only absolute", {"float_absolute_tolerance", "1"}, "1e9", {"1000000001"}, {"1000000002"}},
       {"only relative", {"float_relative_tolerance", "0.5"}, "2 0", {"3 0"}, {"3.5 0", "2 0.1"}},
       {"exact", {"float_tolerance", "0"}, "0.30", {".3", "3e-1"}, {"0.3000001", "0.29"}}});
}

TEST(YesnoChecker, AcceptsAndRejects) {
  expect_rows(
      "yesno",
      {{"one", {}, "YES\n", {"YES", "yes\r\n", "yEs"}, {"NO", "Y", "", "yes yes", "yess", "maybe"}},
       {"many", {}, "yes No NO", {"YES\nNO\nNO\n"}, {"NO YES NO", "YES NO", "YES NO NO NO"}},
       {"empty", {}, "", {"", "\n"}, {"NO"}}});
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

}  // namespace
}  // namespace arbiter::checkers
