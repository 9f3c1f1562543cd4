#include "verify/mangle.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <random>
#include <utility>

#include "base/text.hpp"

namespace arbiter::verify {
namespace {

constexpr std::size_t k_none = std::string_view::npos;
constexpr std::string_view k_blanks = " \t\r\n";
constexpr std::string_view k_blank_first = "a blank at the beginning";
constexpr std::string_view k_blank_last = "a blank at the end of a line";
constexpr std::string_view k_two_blanks = "a second blank between two words";
constexpr std::string_view k_tab = "a tab instead of a blank";
constexpr std::string_view k_empty_line = "an empty line between two lines";
constexpr std::string_view k_empty_last = "an empty line at the end";
constexpr std::string_view k_no_end = "no line end at the end";
constexpr std::string_view k_windows = "line ends of Windows (CR LF)";
constexpr std::string_view k_digits = "0123456789";

/// Where the first number of a token of its own begins; a sign is not part of it.
std::size_t first_number(std::string_view text) {
  for (std::size_t at = text.find_first_of(k_digits); at != k_none;
       at = text.find_first_of(k_digits, at + 1)) {
    const bool begins = at == 0 || k_blanks.find(text[at - 1]) != k_none;
    const std::size_t end = std::min(text.find_first_not_of(k_digits, at), text.size());
    if (begins && (end == text.size() || k_blanks.find(text[end]) != k_none)) return at;
  }
  return k_none;
}

std::string inserted(std::string_view text, std::size_t at, std::string_view what) {
  std::string made(text);
  return at > text.size() ? made : made.insert(at, what);
}

std::string_view without_end(std::string_view text) {
  return text.substr(0, text.size() - (text.ends_with('\n') ? 1 : 0));
}

std::string with_line_ends(std::string_view text, std::string_view end) {
  std::string made(text);
  replace_all(made, "\n", end);
  return made;
}

std::string random_bytes(std::size_t count, int least, int most) {
  // The same in every call.
  std::mt19937 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp)
  std::string made;
  for (std::size_t i = 0; i < count; ++i)
    made += static_cast<char>(least + static_cast<int>(random() % (most - least + 1U)));
  return made;
}

/// The answer with its first number one greater, or with its first letter another one.
std::string with_token_changed(std::string_view answer) {
  std::string made(answer);
  const std::size_t at = answer.find_first_not_of(k_blanks);
  if (at == k_none) return "1\n";
  char& first = made[at];
  first = first == '1' ? '2' : k_digits.find(first) != k_none ? '1' : first == 'x' ? 'y' : 'x';
  return made;
}

void keep_different(std::vector<Mangled>& all, std::string_view from) {
  std::erase_if(all, [&](const Mangled& one) { return one.text == from; });
}

}  // namespace

std::vector<std::string_view> layout_of(std::string_view input) {
  std::vector<std::string_view> found;
  const auto look = [&](std::string_view what, bool has) {
    if (has) found.push_back(what);
  };
  const std::string_view body = without_end(input);
  look(k_blank_first, input.starts_with(' '));
  look(k_blank_last, input.find(" \n") != k_none || input.find("\t\n") != k_none);
  look(k_two_blanks, input.find("  ") != k_none);
  look(k_tab, input.find('\t') != k_none);
  look(k_empty_line, body.find("\n\n") != k_none);
  look(k_empty_last, input.ends_with("\n\n"));
  look(k_no_end, !input.empty() && !input.ends_with('\n'));
  look(k_windows, input.find("\r\n") != k_none);
  return found;
}

std::vector<Mangled> changed_inputs(std::string_view input) {
  const std::size_t number = first_number(input);
  const std::size_t blank = input.find(' ');
  const std::size_t line_end = input.find('\n');
  const std::string_view body = without_end(input);
  std::vector<Mangled> all = {
      {"a zero before a number", inserted(input, number, "0")},
      {"a plus before a number", inserted(input, number, "+")},
      {k_blank_first, inserted(input, 0, " ")},
      {k_blank_last, inserted(input, line_end, " ")},
      {k_two_blanks, inserted(input, blank, " ")},
      {k_empty_line,
       line_end + 1 == input.size() ? std::string(input) : inserted(input, line_end, "\n")},
      {k_empty_last, std::string(input) + "\n"},
      {k_no_end, std::string(body)},
      {k_windows, with_line_ends(input, "\r\n")},
      {"a number after the end", std::string(input) + "1\n"},
      {"a word after the end", std::string(input) + "word\n"},
      {"a word at the end of the last line", std::string(body) + " word\n"},
      {"a NUL byte at the end", std::string(input) + std::string(1, '\0')},
  };
  if (blank != k_none) {
    std::string tab(input);
    tab[blank] = '\t';
    all.push_back({k_tab, std::move(tab)});
  }
  keep_different(all, input);
  return all;
}

std::vector<Mangled> junk() {
  constexpr std::size_t k_long = 1024;
  constexpr std::size_t k_short = 200;
  return {
      {"an empty file", ""},
      {"an empty line", "\n"},
      {"random bytes", random_bytes(k_long, 0, 255)},
      {"random letters and signs", random_bytes(k_short, ' ', '~') + "\n"},
      {"Latin-1 letters", "\xe4\xf6\xfc\n"},
      {"the byte DEL", "\x7f\n"},
  };
}

std::vector<Mangled> nasty_outputs(std::string_view answer) {
  constexpr std::size_t k_huge = std::size_t{1} << 20;
  std::vector<Mangled> all;
  for (const std::string_view line : {"-1",
                                      "0",
                                      "1.0",
                                      "-0",
                                      "1e300",
                                      "2147483648",
                                      "-2147483649",
                                      "9223372036854775808",
                                      "99999999999999999999999999",
                                      "nan",
                                      "inf",
                                      "-inf",
                                      "0x10",
                                      "007",
                                      "+1",
                                      "a",
                                      "([{",
                                      "\"",
                                      "%s%n",
                                      "\x80"}) {
    all.push_back({line == "\x80" ? "the byte 0x80" : line, std::string(line) + "\n"});
  }
  all.push_back({"a NUL byte", std::string(1, '\0') + "\n"});
  all.push_back({"one long word", std::string(k_huge, '1') + "\n"});
  all.push_back({"many lines", with_line_ends(std::string(k_huge / 2, '\n'), "1\n")});
  all.push_back({"the first half of the answer", std::string(answer.substr(0, answer.size() / 2))});
  all.push_back({"the answer twice", std::string(answer) + std::string(answer)});
  all.push_back({"the answer with a word changed", with_token_changed(answer)});
  keep_different(all, answer);
  return all;
}

}  // namespace arbiter::verify
