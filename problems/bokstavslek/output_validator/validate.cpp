// Checks the one line "Säkra bokstäver: K S".
//
// Real programs print the two ä in the encoding of their own console, so each may be UTF-8,
// Latin-1, CP437/CP850, a plain a or a question mark. With the argument label=optional the label
// may be missing. The letters are strict, blanks around them are not.
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiter/output_validator.hpp"

namespace {

using arbiter::OutputValidator;
using arbiter::shown;
using arbiter::Token;
using arbiter::TokenReader;

/// The forms of ä that programs print; two bytes first, since a form must match as a whole.
constexpr std::array<std::string_view, 5> k_umlauts = {"\xC3\xA4", "\xE4", "\x84", "a", "?"};

bool skip(std::string_view& text, std::string_view wanted) {
  if (text.substr(0, wanted.size()) != wanted) return false;
  text.remove_prefix(wanted.size());
  return true;
}

bool skip_umlaut(std::string_view& text) {
  for (const std::string_view form : k_umlauts) {
    if (skip(text, form)) return true;
  }
  return false;
}

bool is_label(std::string_view text) {
  return skip(text, "S") && skip_umlaut(text) && skip(text, "kra bokst") && skip_umlaut(text) &&
         skip(text, "ver") && text.empty();
}

std::string_view without_blanks_at_end(std::string_view text) {
  while (!text.empty() && arbiter::is_blank(text.back()))
    text.remove_suffix(1);
  return text;
}

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

bool all_of(std::string_view text, bool (*holds)(char)) {
  for (const char c : text) {
    if (!holds(c)) return false;
  }
  return true;
}

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}

/// What is wrong with a token that ought to be one letter.
std::string complaint_about(std::string_view token) {
  if (token.find(',') != std::string_view::npos)
    return shown(token) + ": the letters must be separated by spaces, without commas";
  if (all_of(token, is_upper)) return shown(token) + ": the letters must be separated by spaces";
  if (token.size() == 1 && is_lower(token[0]))
    return shown(token) + ": the letters must be upper-case";
  return shown(token) + " is not a letter A-Z";
}

/// The letters of a line, or what is wrong with the first thing that is none. `column` is that of
/// the first byte of `text`.
struct Letters {
  std::string found;
  std::string complaint;
};

Letters letters_of(std::string_view text, int column) {
  Letters letters;
  TokenReader reader(text);
  while (const std::optional<Token> token = reader.next()) {
    const std::string place = "column " + std::to_string(column + token->column - 1) + ": ";
    if (token->text.size() != 1 || !is_upper(token->text[0])) {
      letters.complaint = place + complaint_about(token->text);
      return letters;
    }
    const char letter = token->text[0];
    if (!letters.found.empty() && letter <= letters.found.back()) {
      const bool again = letters.found.find(letter) != std::string::npos;
      letters.complaint = place + "the letter " + letter +
                          (again ? " was printed before" : " is not in alphabetical order");
      return letters;
    }
    letters.found += letter;
  }
  return letters;
}

/// The first letter in which two increasing sequences differ, as a sentence; empty if there is
/// none.
std::string difference(const std::string& expected, const std::string& got) {
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    const bool safe = expected.find(letter) != std::string::npos;
    const bool printed = got.find(letter) != std::string::npos;
    if (safe && !printed) return std::string("the letter ") + letter + " is safe but not printed";
    if (!safe && printed) return std::string("the letter ") + letter + " is printed but not safe";
  }
  return {};
}

bool is_label_optional(const OutputValidator& judge) {
  for (const std::string& arg : judge.args()) {
    if (arg != "label=optional") judge.fail("unknown argument " + shown(arg));
  }
  return !judge.args().empty();
}

/// The jury's answer, which must have the label and right letters itself.
std::string expected_letters(const OutputValidator& judge) {
  const std::string_view line = without_blanks_at_end(judge.answer());
  const std::size_t colon = line.rfind(':');
  if (colon == std::string_view::npos || !is_label(line.substr(0, colon)))
    judge.fail("the answer file does not begin with the label");
  const Letters letters = letters_of(line.substr(colon + 1), static_cast<int>(colon) + 2);
  if (!letters.complaint.empty()) judge.fail("answer file, " + letters.complaint);
  return letters.found;
}

}  // namespace

int main(int argc, char** argv) {
  const OutputValidator judge(argc, argv);
  const bool label_optional = is_label_optional(judge);
  const std::string expected = expected_letters(judge);
  const std::string_view line = without_blanks_at_end(judge.output());
  const std::size_t line_end = line.find_first_of("\n\v\f\r");
  if (line_end != std::string_view::npos)
    judge.reject("the output must be one line, but after " + shown(line.substr(0, line_end)) +
                 " it goes on");

  const std::size_t colon = line.rfind(':');
  const bool has_label = colon != std::string_view::npos;
  if (has_label && !is_label(line.substr(0, colon)))
    judge.reject("column 1: the label is " + shown(line.substr(0, colon)) +
                 ", expected \"Säkra bokstäver\"");
  const std::size_t begin = has_label ? colon + 1 : 0;
  const Letters letters = letters_of(line.substr(begin), static_cast<int>(begin) + 1);
  const std::string fault =
      letters.complaint.empty() ? difference(expected, letters.found) : letters.complaint;
  if (!has_label && !label_optional)
    judge.reject("the label \"Säkra bokstäver:\" is missing; " +
                 (fault.empty() ? "the letters are right" : "the letters are wrong too: " + fault));
  if (!fault.empty()) judge.reject(fault);
  judge.accept();
}
