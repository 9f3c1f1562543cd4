#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/text_encoding.hpp"
#include "standard/checker.hpp"
#include "standard/token_reader.hpp"

namespace arbiter::checkers {
namespace {

constexpr std::size_t k_looked_at = std::size_t{1} << 20U;
constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";

using Lines = std::vector<std::string_view>;

// What the hints compare: texts of at most k_looked_at bytes.
struct Texts {
  std::string_view answer;
  std::string_view output;
};

// The first `count` lines of a text; all of it when it has no more.
std::string_view first_lines(std::string_view text, std::ptrdiff_t count) {
  std::size_t end = 0;
  for (; count > 0; --count) {
    const std::size_t feed = text.find('\n', end);
    if (feed == std::string_view::npos) return text;
    end = feed + 1;
  }
  return text.substr(0, end);
}

// Long texts are cut after the same number of whole lines, so that differences that keep the lines
// do not move the cut.
Texts looked_at(std::string_view answer, std::string_view output) {
  if (answer.size() <= k_looked_at && output.size() <= k_looked_at) return {answer, output};
  const Texts texts{answer.substr(0, k_looked_at), output.substr(0, k_looked_at)};
  const auto lines = std::min(std::count(texts.answer.begin(), texts.answer.end(), '\n'),
                              std::count(texts.output.begin(), texts.output.end(), '\n'));
  return {first_lines(texts.answer, lines), first_lines(texts.output, lines)};
}

bool passes(std::string_view name, const Texts& texts) {
  const StandardChecker* checker = find_checker(name);
  return checker->check(texts.answer, texts.output, Options{}).accepted;
}

bool same_tokens(std::string_view answer, std::string_view output) {
  return passes("tokens", {answer, output});
}

std::string without_blanks(std::string_view text) {
  std::string kept(text);
  std::erase_if(kept, is_blank);
  return kept;
}

std::string with_line_feeds(std::string_view text) {
  std::string kept(text);
  replace_all(kept, "\r\n", "\n");
  return kept;
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with(k_byte_order_mark)) text.remove_prefix(k_byte_order_mark.size());
  return text;
}

Lines filled_lines(std::string_view text) {
  Lines lines;
  for (std::string_view line : split_lines(text)) {
    line = without_trailing_blanks(line);
    line.remove_prefix(
        static_cast<std::size_t>(std::ranges::find_if_not(line, is_blank) - line.begin()));
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

bool is_word_byte(char byte) {
  const char lower = fold(byte);
  return (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') || byte == '.' ||
         byte == '-' || byte == '+' || byte == '_' || static_cast<unsigned char>(byte) >= 0x80;
}

// Whether `text` is `ending` after something else. "12" is not a 2 behind a prompt.
bool ends_behind_text(std::string_view text, std::string_view ending) {
  if (ending.empty() || text.size() <= ending.size()) return false;
  const std::size_t begin = text.size() - ending.size();
  return text.substr(begin) == ending && !is_word_byte(text[begin - 1]);
}

bool has_prompts(const Texts& texts) {
  const Lines wanted = filled_lines(texts.answer);
  const Lines got = filled_lines(texts.output);
  return std::ranges::equal(wanted, got, [](std::string_view left, std::string_view right) {
    return left == right || ends_behind_text(right, left);
  });
}

bool has_text_before(const Texts& texts) {
  return ends_behind_text(without_trailing_blanks(texts.output),
                          without_trailing_blanks(texts.answer));
}

// Whether some number in the text has a fraction or an exponent.
bool has_real_numbers(std::string_view text) {
  const auto is_digit = [](char byte) { return byte >= '0' && byte <= '9'; };
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool is_mark = text[i] == '.' || fold(text[i]) == 'e';
    if (is_mark && is_digit(text[i - 1])) return true;
  }
  return false;
}

// Characters of the bytes 128 to 255; 0 where the set has none. 0 to 127 are ASCII.
using Upper = std::array<char16_t, 128>;

/// A set whose characters from 128 on begin so, and go on as those of Unicode; a NUL is none.
template <std::size_t N>
constexpr Upper upper_of(const char16_t (&begin)[N]) {
  Upper upper{};
  for (std::size_t i = 0; i < upper.size(); ++i) {
    upper[i] = i + 1 < N ? begin[i] : static_cast<char16_t>(0x80 + i);
  }
  return upper;
}

constexpr Upper k_latin1 = upper_of(u"");
constexpr Upper k_cp1252 = upper_of(u"€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ");
constexpr Upper k_cp850 = upper_of(
    u"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐"
    u"└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0");
constexpr Upper k_cp437 = upper_of(
    u"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
    u"└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0");

/// A character set of one byte per character that programs of older systems print.
struct Encoding {
  std::string_view name;
  const Upper& upper;
};

constexpr std::array<Encoding, 4> k_encodings{
    {{"cp1252", k_cp1252}, {"latin1", k_latin1}, {"cp850", k_cp850}, {"cp437", k_cp437}}};

// `bytes` as UTF-8; nothing when one of them is no character of the set.
std::optional<std::string> to_utf8(std::string_view bytes, const Encoding& encoding) {
  std::string text;
  text.reserve(bytes.size());
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    const char16_t code = value < 0x80 ? value : encoding.upper[value - 0x80U];
    if (code == 0 && value != 0) return std::nullopt;
    append_utf8(text, code);
  }
  return text;
}

// Names of the sets in which one text, not UTF-8 itself, says what the other says in UTF-8.
std::string matching_encodings(std::string_view utf8, std::string_view other) {
  std::string names;
  if (is_utf8(other)) return names;
  for (const Encoding& encoding : k_encodings) {
    const std::optional<std::string> text = to_utf8(other, encoding);
    if (!text || !same_tokens(utf8, *text)) continue;
    names += (names.empty() ? "" : " or ") + std::string(encoding.name);
  }
  return names;
}

void add_encoding(std::vector<std::string>& found, const Texts& texts) {
  const std::string of_output = matching_encodings(texts.answer, texts.output);
  if (!of_output.empty()) {
    found.push_back("equal if the output is read as " + of_output + " instead of UTF-8");
  }
  const std::string of_answer = matching_encodings(texts.output, texts.answer);
  if (!of_answer.empty()) {
    found.push_back("equal if the answer file is read as " + of_answer + " instead of UTF-8");
  }
}

void add_blanks(std::vector<std::string>& found, const Texts& texts) {
  if (with_line_feeds(texts.answer) == with_line_feeds(texts.output)) {
    found.emplace_back("equal if CRLF and LF line ends are the same");
  } else if (same_tokens(texts.answer, texts.output)) {
    found.emplace_back("equal if the amount and kind of blanks is ignored");
  } else if (without_blanks(texts.answer) == without_blanks(texts.output)) {
    found.emplace_back("equal if all blanks are removed");
  }
}

void add_order(std::vector<std::string>& found, const Texts& texts) {
  if (same_tokens(texts.answer, texts.output)) return;
  if (passes("unordered_lines", texts)) {
    found.emplace_back("equal if the order of lines is ignored");
  } else if (passes("unordered_tokens", texts)) {
    found.emplace_back("equal if the order of tokens is ignored");
  }
}

}  // namespace

std::vector<std::string> hints(std::string_view answer, std::string_view output) {
  const Texts texts = looked_at(answer, output);
  std::vector<std::string> found;
  // Equal as far as can be seen: nothing here explains the rejection. The same without any answer.
  if (texts.answer == texts.output || without_trailing_blanks(texts.answer).empty()) return found;
  add_blanks(found, texts);
  const bool same = same_tokens(texts.answer, texts.output);
  if (!same && passes("default", texts)) found.emplace_back("equal if case is ignored");
  // Integers that are nearly equal are different, and nobody should compare them less strictly.
  if (!same && has_real_numbers(texts.answer) && passes("numbers", texts)) {
    found.emplace_back("equal as numbers within 1e-6, absolute or relative");
  }
  if (!same && same_tokens(without_mark(texts.answer), without_mark(texts.output))) {
    found.emplace_back("equal if the byte order mark is ignored");
  }
  add_encoding(found, texts);
  if (!same && has_prompts(texts)) {
    found.emplace_back("equal if text before the answer on its line is ignored (prompts?)");
  } else if (!same && has_text_before(texts)) {
    found.emplace_back("equal if the text before the answer is ignored (prompts?)");
  }
  add_order(found, texts);
  if (texts.answer.size() < answer.size() || texts.output.size() < output.size()) {
    for (std::string& hint : found) {
      hint += ", as far as the first MiB shows";
    }
  }
  return found;
}

}  // namespace arbiter::checkers
