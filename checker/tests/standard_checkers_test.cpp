#include "standard_table.hpp"

namespace arbiter::checkers {
namespace {

const std::string k_long(100'000, 'x');
const std::string k_digits(100'000, '7');

TEST(DefaultChecker, ComparesStrings) {
  const Rows check("default");
  check("empty answer", {}, "", {"", " ", "\n", " \t\r\n\v\f"},
        {"a", "\n\na", "\0"s, "\xEF\xBB\xBF"});
  check("blank answer", {}, "\n\n", {"", " "}, {"0"});
  check("one token", {}, "abc\n", {"abc\n", "abc", "  abc", "\n\nabc\n\n", "abc\r\n", "ABC", "aBc"},
        {"", "\n", "ab", "abcd", "abc d", "a bc", "d abc", "abc\nabc", "abc\0"s, "\0abc"s, "ab c"});
  check("blanks of every kind separate", {}, "a b c",
        {"a\tb\nc", "a\vb\fc", "a\rb\r\nc", " a  b   c ", "a\n\n\nb c\n"},
        {"ab c", "a bc", "abc", "a b", "a b c d", "a\0b c"s, "a\302\240b c", "a\205b c", "a\037b c",
         "a\bb c"});
  check("CRLF answer", {}, "1\r\n2\r\n", {"1\n2\n", "1 2", "1\r2"}, {"12", "1\n2\n3"});
  check("NUL is a byte like others", {}, "a\0b"s, {"a\0b\n"s, "A\0B"s}, {"a", "a\0"s, "a b", "ab"});
  check("only ASCII case is folded", {}, "\xC3\xA4@[`{z", {"\xC3\xA4@[`{Z"},
        {"\xC3\x84@[`{z", "\xC3\xA4`[`{z", "\xC3\xA4@{`{z", "\xC3\xA4@[@{z", "\xC3\xA4@[`[z"});
  check("invalid UTF-8 is bytes", {}, "\xFF\xFE\x80", {"\xFF\xFE\x80\n"},
        {"\xFF\xFE\x81", "\xFF\xFE"});
  check("numbers are strings without a tolerance", {}, "1.0", {"1.0"},
        {"1", "1.00", "+1.0", "10e-1"});
  check("a number's exponent is ASCII case", {}, "1e5", {"1E5"}, {"1e05", "100000"});
  check("long lines", {}, k_long + " " + k_long, {k_long + "\n" + k_long},
        {k_long, k_long + k_long});
  check("long tokens part at their end", {}, k_long + "y", {k_long + "Y"}, {k_long + "z", k_long});
  check("case_sensitive", {"case_sensitive"}, "Yes NO", {"Yes NO", "Yes\nNO\n"},
        {"yes NO", "Yes No", "YES NO", "Yes"});
  check("case_sensitive twice is one", {"case_sensitive", "case_sensitive"}, "a", {"a"}, {"A"});
}

TEST(DefaultChecker, ComparesBlanks) {
  const Rows check("default");
  check("space_change_sensitive", {"space_change_sensitive"}, "a  b\n", {"a  b\n", "A  B\n"},
        {"a b\n", "a   b\n", "a\t b\n", "a  b", "a  b\n\n", "a  b\r\n", " a  b\n", "a  b ",
         "a  c\n", "a  b\nc", "a", "a  ", ""});
  check("leading blanks", {"space_change_sensitive"}, " a", {" a", " A"},
        {"a", "  a", "\ta", " a "});
  check("empty answer", {"space_change_sensitive"}, "", {""}, {" ", "\n", "a"});
  check("blank answer", {"space_change_sensitive"}, " \n", {" \n"}, {"", " ", "\n", "\n ", " \na"});
  check("with case", {"space_change_sensitive", "case_sensitive"}, "a B\n", {"a B\n"},
        {"A B\n", "a  B\n", "a B"});
  check("with a tolerance", {"space_change_sensitive", "float_tolerance", "1e-2"}, "1.0 x\n",
        {"1.0 x\n", "1 x\n", "1.000 X\n", "1e0 x\n", "1.005 x\n"},
        {"1  x\n", "1.00  x\n", "1.0\tx\n", "1 x", "1 x\n\n", " 1 x\n", "1.1 x\n", "1.0x\n"});
}

TEST(DefaultChecker, ComparesNumbers) {
  const Rows check("default");
  check("absolute", {"float_absolute_tolerance", "0.5"}, "100",
        {"100", "100.5", "99.5", "1e2", "+100", "100.", "0100", "1005e-1", ".1e3"},
        {"100.51", "99.4", "101", "-100", "", "x", "100 100"});
  check("relative", {"float_relative_tolerance", "0.125"}, "-8", {"-8", "-9", "-7", "-7.5"},
        {"-9.01", "-6.9", "8", "0"});
  check("relative is of the answer, not of the output", {"float_relative_tolerance", "0.5"}, "2",
        {"1", "3"}, {"4", "0.9", "3.1"});
  check("relative to zero", {"float_relative_tolerance", "0.5"}, "0", {"0", "-0", "0e9"},
        {"1e-300"});
  check("either is enough", {"float_relative_tolerance", "0.01", "float_absolute_tolerance", "1"},
        "1000 0", {"1010 1", "990 -1", "1001 0"}, {"1011 0", "1000 1.5"});
  check("both at once", {"float_tolerance", "1e-6"}, "1 1e9", {"1.0000009 1000000999"},
        {"1.00001 1e9"});
  check("integers are floats", {"float_tolerance", "0.1"}, "10", {"11", "10.5", "9"}, {"12", "8"});
  check("strings are strings", {"float_tolerance", "1"}, "abc 1x 1.5.2 e5", {"ABC 1X 1.5.2 E5"},
        {"abd 1x 1.5.2 e5", "abc 1 1.5.2 e5", "abc 1x 1.5 e5", "abc 1x 1.5.2 5"});
  check("strings keep their case", {"float_tolerance", "1", "case_sensitive"}, "abc 1e1",
        {"abc 1E1", "abc 10"}, {"Abc 1e1"});
  check("no hex, no inf, no nan", {"float_tolerance", "1e300"}, "0x10 inf nan infinity",
        {"0x10 inf nan infinity", "0X10 INF NaN Infinity"},
        {"16 inf nan infinity", "0x11 inf nan infinity", "0x10 +inf nan infinity",
         "0x10 inf nan inf"});
  check("such outputs are no numbers", {"float_tolerance", "1e300"}, "16", {"16", "17"},
        {"0x10", "inf", "nan", "-inf", "16f", "16,0", "1_6", "16e", "16e+", "--16", "+-16", "1 6",
         "\xEF\xBC\x91", "16\0"s});
}

TEST(DefaultChecker, ComparesOddNumbers) {
  const Rows check("default");
  check("lone signs and dots are strings", {"float_tolerance", "1"}, "- + . e .e1 -. 1e",
        {"- + . E .E1 -. 1e"},
        {"0 + . e .e1 -. 1e", "- 0 . e .e1 -. 1e", "- + 0 e .e1 -. 1e", "- + . e 0 -. 1e",
         "- + . e .e1 0 1e", "- + . e .e1 -. 1"});
  check("dots at either end", {"float_tolerance", "0"}, "5 .5", {"5. 0.5", "5.0 .50"},
        {"5 .", ". .5"});
  check("an exponent too large is no finite float", {"float_tolerance", "1"}, "1e999 -1e999",
        {"1e999 -1e999", "1E999 -1E999"}, {"1e998 -1e999", "10e998 -1e999", "1e999 1e999", "1 1"});
  check("an output too large is never close", {"float_tolerance", "1e300"}, "1", {"1e300"},
        {"1e999", "-1e999", "1e99999999999999999999999", k_digits});
  check("an exponent too small is zero", {"float_absolute_tolerance", "0.5"}, "1e-999",
        {"0", "1e-99999999999999999999", "0.5", "-0.25"}, {"0.6"});
  check("zero has any exponent", {"float_tolerance", "0"}, "0", {"0e999", "-0.0e-999"}, {"1e-400"});
  check("not even where the allowed error is too large for a double",
        {"float_relative_tolerance", "1e300"}, "1e300", {"-1.7e308"}, {"1e999", "-1e400"});
  check("a tolerance of zero is exact", {"float_tolerance", "0"}, "9007199254740993 0.1",
        {"9007199254740993 0.1", "9007199254740993.0 1e-1", "+9007199254740993 .10"},
        {"9007199254740992 0.1", "9007199254740993 0.10000000000000000001"});
  check("errors beyond the largest double", {"float_relative_tolerance", "1.5"}, "1.5e308",
        {"-0.7e308", "1.7e308"}, {"-1.6e308", "-1.7e308"});
  check("huge tokens", {"float_tolerance", "1e-9"}, "0." + k_digits,
        {"0.7777777777", "0." + k_digits + "1"}, {"0.77", k_digits});
  check("one number is longer", {"float_tolerance", "1e-9"}, "12 3", {"12.0 3.0", "12.\n3."},
        {"12.0", "1 2 3"});
}

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
