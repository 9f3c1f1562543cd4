#include "standard_table.hpp"

namespace arbiter::checkers {
namespace {

struct HintRow {
  std::string answer;
  std::string output;
  std::vector<std::string> hints;
};

const char* const k_case = "equal if case is ignored";
const char* const k_blanks = "equal if the amount and kind of blanks is ignored";
const char* const k_no_blanks = "equal if all blanks are removed";
const char* const k_line_ends = "equal if CRLF and LF line ends are the same";
const char* const k_numbers = "equal as numbers within 1e-6, absolute or relative";
const char* const k_mark = "equal if the byte order mark is ignored";
const char* const k_prompts = "equal if text before the answer on its line is ignored (prompts?)";
const char* const k_before = "equal if the text before the answer is ignored (prompts?)";
const char* const k_lines = "equal if the order of lines is ignored";
const char* const k_tokens = "equal if the order of tokens is ignored";

TEST(Hints, SayWhatWouldMakeThemEqual) {
  const std::vector<HintRow> rows = {
      {"a\n", "b\n", {}},
      {"a\n", "a\n", {}},
      {"a\n", "", {}},
      {"", "a\n", {}},
      {" \n", "Answer: \n", {}},
      {"Yes\n", "YES\n", {k_case}},
      {"a b\n", "a  b", {k_blanks}},
      {"a b\n", "ab\n", {k_no_blanks}},
      {"a\nb\n", "a\r\nb\r\n", {k_line_ends}},
      {"a\r\nb\r\n", "a\nb\n", {k_line_ends}},
      {"a\rb\n", "ab\n", {k_no_blanks}},
      {"0.5 2\n", ".50 2.0\n", {k_numbers}},
      {"0.5\n", "0.6\n", {}},
      {"1000000007\n", "1000000008\n", {}},
      {"3\n", "3.0\n", {}},
      {"a\n",
       "\xEF\xBB\xBF"
       "a\n",
       {k_mark}},
      {"42\n", "Enter n: 42\n", {k_prompts}},
      {"1\n2\n", "a: 1\nb=2\n", {k_prompts}},
      {"42\n", "Hello\nAnswer:\n\n42\n", {k_before}},
      {"42\n", "142\n", {}},
      {"42\n", "-42\n", {}},
      {"42\n", "42 is it\n", {}},
      {"1 2\n3\n", "3\n1 2\n", {k_lines}},
      {"1 2\n3\n", "3 2\n1\n", {k_tokens}},
      {"r\xC3\xA4v\n",
       "r\xE4v\n",
       {"equal if the output is read as cp1252 or latin1 instead of UTF-8"}},
      {"r\xC3\xA4v\n",
       "r\x84v\n",
       {"equal if the output is read as cp850 or cp437 instead of UTF-8"}},
      {"\xE2\x82\xAC\n", "\x80\n", {"equal if the output is read as cp1252 instead of UTF-8"}},
      {"\xC3\x98\n", "\x9D\n", {"equal if the output is read as cp850 instead of UTF-8"}},
      {"\xE2\x95\xA1\n", "\xB5\n", {"equal if the output is read as cp437 instead of UTF-8"}},
      {"r\xE4v\n",
       "r\xC3\xA4v\n",
       {"equal if the answer file is read as cp1252 or latin1 instead of UTF-8"}},
      {"r\xC3\xA4v\n", "r\xE5v\n", {}},
  };
  for (const HintRow& row : rows)
    EXPECT_EQ(hints(row.answer, row.output), row.hints) << visible(row.output);
}

std::string many_lines(std::size_t count, const std::string& line) {
  std::string text;
  for (std::size_t index = 0; index < count; ++index)
    text += line;
  return text;
}

TEST(Hints, LookAtTheFirstMebibyteOfLongTexts) {
  const std::string word(99, 'y');
  const std::string answer = many_lines(12'000, word + "\n");
  EXPECT_EQ(hints(answer, many_lines(12'000, std::string(99, 'Y') + "\r\n")),
            std::vector<std::string>{std::string(k_case) + ", as far as the first MiB shows"});
  EXPECT_EQ(hints(answer, many_lines(12'000, word + "\r\n")),
            std::vector<std::string>{std::string(k_line_ends) + ", as far as the first MiB shows"});
  EXPECT_TRUE(hints(answer, answer + "no\n").empty());
}

TEST(Hints, TakeLinesWithoutAnEnd) {
  const std::string line(3'000'000, 'x');
  EXPECT_TRUE(hints(line, line + "y").empty());
  EXPECT_TRUE(hints(line, "y" + line).empty());
}

}  // namespace
}  // namespace arbiter::checkers
