#include "report/text/foreign_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "base/text.hpp"

namespace arbiter::report {
namespace {

// So many bytes of a long field are kept at its beginning and at its end.
constexpr std::size_t k_head = 8192;
constexpr std::size_t k_tail = 2048;

bool is_inside_character(std::string_view bytes, std::size_t at) {
  return at < bytes.size() && (static_cast<std::uint8_t>(bytes[at]) & 0xC0U) == 0x80U;
}

std::string without_controls(std::string_view bytes) {
  std::string text = to_utf8(bytes);
  text.erase(std::remove_if(text.begin(), text.end(),
                            [](char c) {
                              const auto byte = static_cast<std::uint8_t>(c);
                              return byte < 0x20 && c != '\t' && c != '\n' && c != '\r';
                            }),
             text.end());
  return text;
}

bool is_digit_of_number(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::string tidy_text(std::string_view bytes) {
  if (bytes.size() <= k_head + k_tail) return without_controls(bytes);
  std::size_t head = k_head;
  std::size_t tail = bytes.size() - k_tail;
  // A character is never parted; what is not UTF-8 may be.
  for (int back = 0; back < 3 && head > 0 && is_inside_character(bytes, head); ++back)
    --head;
  for (int on = 0; on < 3 && is_inside_character(bytes, tail); ++on)
    ++tail;
  return fmt::format("{}\n… {} bytes omitted …\n{}", without_controls(bytes.substr(0, head)),
                     tail - head, without_controls(bytes.substr(tail)));
}

std::string tidy_line(std::string_view bytes) {
  std::string text = tidy_text(bytes);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return text;
}

std::string html_text(std::string_view utf8) {
  std::string text;
  text.reserve(utf8.size());
  for (const char c : utf8) {
    switch (c) {
      case '&':
        text += "&amp;";
        break;
      case '<':
        text += "&lt;";
        break;
      case '>':
        text += "&gt;";
        break;
      case '"':
        text += "&quot;";
        break;
      case '\'':
        text += "&#39;";
        break;
      default:
        text += c;
    }
  }
  return text;
}

std::string markdown_text(std::string_view utf8) {
  constexpr std::string_view k_special = "\\`*_[]<>#|~&!$@";
  std::string text;
  for (const char c : utf8) {
    if (c == '\n' || c == '\r' || c == '\t') {
      text += ' ';
      continue;
    }
    if (k_special.find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
  return text;
}

std::string sheet_text(std::string text) {
  constexpr std::string_view k_begins_formula = "=+-@\t\r";
  if (text.empty() || k_begins_formula.find(text.front()) == std::string_view::npos) return text;
  return decimal_number(text) ? text : "'" + text;
}

std::optional<double> decimal_number(std::string_view text) {
  const bool has_sign = text.starts_with('-') || text.starts_with('+');
  std::string number(text.substr(has_sign ? 1 : 0));
  std::replace(number.begin(), number.end(), ',', '.');
  const auto digits = std::count_if(number.begin(), number.end(), is_digit_of_number);
  const auto points = std::count(number.begin(), number.end(), '.');
  const bool is_number =
      digits > 0 && points <= 1 && static_cast<std::size_t>(digits + points) == number.size();
  if (!is_number) return std::nullopt;
  double value = 0;
  const auto parsed = std::from_chars(number.data(), number.data() + number.size(), value);
  if (parsed.ec != std::errc()) return std::nullopt;
  return text.starts_with('-') ? -value : value;
}

}  // namespace arbiter::report
