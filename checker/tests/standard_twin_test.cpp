#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <regex>

#include "standard/byte_scan.hpp"
#include "standard/token_compare.hpp"
#include "standard_table.hpp"

// The fast walk against a twin that follows the text of the format word by word, on random small
// texts: the output is the answer with a few edits, so that both verdicts are common.

namespace arbiter::checkers {
namespace {

/// A text as the format reads it: runs of blanks and tokens in turn, blanks first and last.
struct Split {
  std::vector<std::string> blanks;
  std::vector<std::string> tokens;
  std::vector<std::size_t> offsets;
};

Split split(const std::string& text) {
  Split parts;
  parts.blanks.emplace_back();
  bool in_token = false;
  for (std::size_t index = 0; index < text.size(); ++index) {
    const bool blank = std::string(" \f\n\r\t\v").find(text[index]) != std::string::npos;
    if (blank && in_token) parts.blanks.emplace_back();
    if (!blank && !in_token) {
      parts.tokens.emplace_back();
      parts.offsets.push_back(index);
    }
    (blank ? parts.blanks : parts.tokens).back() += text[index];
    in_token = !blank;
  }
  if (in_token) parts.blanks.emplace_back();
  return parts;
}

std::optional<double> read_number(const std::string& token) {
  static const std::regex k_float("[+-]?([0-9]*\\.[0-9]+|[0-9]+\\.|[0-9]+)([Ee][+-]?[0-9]+)?");
  if (!std::regex_match(token, k_float)) return std::nullopt;
  return std::strtod(token.c_str(), nullptr);
}

std::string lower(std::string token) {
  for (char& byte : token) {
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
  }
  return token;
}

bool twin_matches(const std::string& answer, const std::string& output, const Options& options) {
  if (options.relative_tolerance || options.absolute_tolerance) {
    const std::optional<double> a = read_number(answer);
    const std::optional<double> s = read_number(output);
    if (a && std::isfinite(*a)) {
      if (!s || !std::isfinite(*s)) return false;
      const double error = std::fabs(*s - *a);
      return error <= options.absolute_tolerance.value_or(-1) ||
             error <= options.relative_tolerance.value_or(-1) * std::fabs(*a);
    }
  }
  if (options.case_sensitive) return answer == output;
  return lower(answer) == lower(output);
}

/// The number of the first token that differs or is missing; nothing when all are the same.
std::optional<std::size_t> first_difference(const Split& answer, const Split& output,
                                            const Options& options) {
  for (std::size_t index = 0;; ++index) {
    const bool wanted = index < answer.tokens.size();
    const bool got = index < output.tokens.size();
    if (!wanted && !got) return std::nullopt;
    if (wanted != got) return index;
    if (!twin_matches(answer.tokens[index], output.tokens[index], options)) return index;
  }
}

std::uint64_t line_of(const std::string& text, const Split& parts, std::size_t token) {
  const std::size_t end = token < parts.offsets.size() ? parts.offsets[token] : text.size();
  std::uint64_t line = 1;
  for (std::size_t index = 0; index < end; ++index)
    line += text[index] == '\n' ? 1 : 0;
  return line;
}

std::uint64_t column_of(const std::string& text, const Split& parts, std::size_t token) {
  std::size_t at = token < parts.offsets.size() ? parts.offsets[token] : text.size();
  std::uint64_t column = 1;
  for (; at > 0 && text[at - 1] != '\n'; --at)
    ++column;
  return column;
}

void expect_as_twin(const std::string& answer, const std::string& output, const Options& options,
                    const ByteScan& scan) {
  SCOPED_TRACE(scan.name + (": " + visible(answer)) + " | " + visible(output));
  const Outcome outcome = compare_tokens(answer, output, options, scan);
  const Split wanted = split(answer);
  const Split got = split(output);
  const std::optional<std::size_t> token = first_difference(wanted, got, options);
  const bool same_blanks = !options.space_change_sensitive || wanted.blanks == got.blanks;
  ASSERT_EQ(outcome.accepted, !token && same_blanks);
  if (outcome.accepted || options.space_change_sensitive) return;
  ASSERT_EQ(outcome.difference->answer_line, line_of(answer, wanted, *token));
  ASSERT_EQ(outcome.difference->answer_column, column_of(answer, wanted, *token));
  ASSERT_EQ(outcome.difference->output_line, line_of(output, got, *token));
  ASSERT_EQ(outcome.difference->output_column, column_of(output, got, *token));
  ASSERT_EQ(outcome.difference->expected_end, *token >= wanted.tokens.size());
  ASSERT_EQ(outcome.difference->got_end, *token >= got.tokens.size());
  ASSERT_EQ(outcome.difference->expected,
            outcome.difference->expected_end ? "" : wanted.tokens[*token]);
  ASSERT_EQ(outcome.difference->got, outcome.difference->got_end ? "" : got.tokens[*token]);
}

class Texts {
 public:
  Texts(unsigned seed, std::string alphabet) : random_(seed), alphabet_(std::move(alphabet)) {}

  std::size_t below(std::size_t bound) { return random_() % bound; }

  std::string text(std::size_t longest) {
    std::string made(below(longest + 1), ' ');
    for (char& byte : made)
      byte = letter();
    return made;
  }

  std::string edited(std::string text) {
    for (std::size_t edits = below(4); edits > 0; --edits) {
      const std::size_t at = below(text.size() + 1);
      if (below(2) == 0)
        text.insert(at, 1, letter());
      else if (at < text.size())
        text.erase(at, 1);
    }
    return text;
  }

  /// Every run of blanks replaced by another one.
  std::string respaced(const std::string& text) {
    const Split parts = split(text);
    std::string made;
    for (std::size_t index = 0; index < parts.blanks.size(); ++index) {
      if (index > 0) made += parts.tokens[index - 1];
      const bool needed = index > 0 && index < parts.tokens.size();
      made += std::string((needed ? 1U : 0U) + below(3), " \n\r"[below(3)]);
    }
    return made;
  }

  std::string recased(std::string text) {
    for (char& byte : text) {
      if (byte >= 'a' && byte <= 'z' && below(2) == 0) byte = static_cast<char>(byte - 'a' + 'A');
    }
    return text;
  }

 private:
  char letter() { return alphabet_[below(alphabet_.size())]; }

  std::mt19937 random_;
  std::string alphabet_;
};

Options options_of(unsigned bits) {
  Options options;
  options.case_sensitive = (bits & 1U) != 0;
  options.space_change_sensitive = (bits & 2U) != 0;
  if ((bits & 4U) != 0) options.absolute_tolerance = 0.5;
  if ((bits & 8U) != 0) options.relative_tolerance = 0.25;
  return options;
}

class TwinTest : public testing::TestWithParam<unsigned> {};

TEST_P(TwinTest, AgreesOnRandomTexts) {
  const Options options = options_of(GetParam());
  const std::vector<std::string> alphabets = {
      "ab ",          "aAbB \n", "01. ",     "1e-+. ",
      "a \n\r\t\v\f", "12 \n",   "aA1.e \n", std::string("a\0\xFF\x80\x1F !", 7)};
  for (std::size_t kind = 0; kind < alphabets.size(); ++kind) {
    Texts texts(static_cast<unsigned>(kind) * 100 + GetParam(), alphabets[kind]);
    for (int round = 0; round < 250; ++round) {
      const std::string answer = texts.text(round % 4 == 0 ? 200 : 12);
      std::string output = texts.below(2) == 0 ? texts.respaced(answer) : answer;
      if (texts.below(2) == 0) output = texts.recased(output);
      if (texts.below(4) != 0) output = texts.edited(output);
      ASSERT_NO_FATAL_FAILURE(expect_as_twin(answer, output, options, portable_byte_scan()));
      ASSERT_NO_FATAL_FAILURE(expect_as_twin(answer, output, options, best_byte_scan()));
      ASSERT_TRUE(compare_tokens(answer, answer, options).accepted) << visible(answer);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllOptions, TwinTest, testing::Range(0U, 16U));

/// What `lines` means: the tokens of each line, without the lines after the last token.
std::vector<std::vector<std::string>> token_lines(const std::string& text) {
  std::vector<std::vector<std::string>> lines(1);
  for (const char byte : text) {
    if (byte == '\n')
      lines.emplace_back();
    else
      lines.back().push_back(std::string(1, byte));
  }
  for (auto& line : lines) {
    std::string joined;
    for (const std::string& byte : line)
      joined += byte;
    line = split(joined).tokens;
  }
  while (!lines.empty() && lines.back().empty())
    lines.pop_back();
  return lines;
}

TEST(LinesTwin, AgreesOnRandomTexts) {
  Texts texts(7, "aab \n\n\r");
  for (int round = 0; round < 5000; ++round) {
    const std::string answer = texts.text(round % 4 == 0 ? 200 : 12);
    const std::string output = texts.edited(answer);
    const Outcome outcome = run_checker("lines", {}, answer, output);
    ASSERT_EQ(outcome.accepted, token_lines(answer) == token_lines(output))
        << visible(answer) << " | " << visible(output);
  }
}

TEST(UnorderedTwin, AgreesOnRandomTexts) {
  Texts texts(8, "ab  \n");
  for (int round = 0; round < 5000; ++round) {
    const std::string answer = texts.text(12);
    const std::string output = texts.below(2) == 0 ? texts.text(12) : texts.edited(answer);
    std::vector<std::string> wanted = split(answer).tokens;
    std::vector<std::string> got = split(output).tokens;
    std::sort(wanted.begin(), wanted.end());
    std::sort(got.begin(), got.end());
    ASSERT_EQ(run_checker("unordered_tokens", {}, answer, output).accepted, wanted == got)
        << visible(answer) << " | " << visible(output);
  }
}

}  // namespace
}  // namespace arbiter::checkers
