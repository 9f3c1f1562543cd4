#include "report/text/foreign_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/pattern.hpp"
#include "base/text.hpp"
#include "model/worksheet.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

constexpr std::string_view k_plain_page_style =
    "body{font-family:sans-serif;max-width:50em;margin:1em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2em .6em;text-align:left}"
    "pre{background:#f3f3f3;color:#111;padding:.6em;overflow:auto;white-space:pre-wrap}";

std::string without_controls(std::string_view bytes) {
  std::string text = to_utf8(bytes);
  std::erase_if(text, [](char c) {
    return static_cast<std::uint8_t>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
  });
  return text;
}

std::size_t longest_run(std::string_view text, char of) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == of ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

std::string fenced(std::string_view bytes, std::string_view info) {
  const std::string text = printable(bytes);
  const std::string fence(std::max<std::size_t>(3, longest_run(text, '`') + 1), '`');
  const bool is_ended = text.empty() || text.back() == '\n';
  return fmt::format("{}{}\n{}{}{}\n", fence, info, text, is_ended ? "" : "\n", fence);
}

constexpr std::size_t k_longest_name = 120;

bool is_allowed_in_name(char c) {
  const auto byte = static_cast<std::uint8_t>(c);
  return byte >= 0x20 && byte != 0x7F &&
         std::string_view("/\\:*?\"<>|%").find(c) == std::string_view::npos;
}

std::string percent(char c) {
  return fmt::format("%{:02X}", static_cast<std::uint8_t>(c));
}

/// Names that Windows keeps for devices, with any extension.
bool is_device_name(std::string_view name) {
  static const Pattern k_devices("con|prn|aux|nul|(com|lpt)[0-9]");
  const std::string stem = lower_ascii(name.substr(0, name.find('.')));
  return k_devices.match(stem).has_value();
}

/// 32 bits that tell texts apart whose names were cut.
std::uint32_t fingerprint(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text)
    hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619U;
  return hash;
}

}  // namespace

std::string tidy_text(std::string_view bytes, std::size_t most) {
  if (bytes.size() <= most) return without_controls(bytes);
  // A character is never parted; what is not UTF-8 may be.
  const std::size_t head = character_start(bytes, most - most / 5);
  std::size_t tail = bytes.size() - most / 5;
  for (int on = 0; on < 3 && is_inside_character(bytes, tail); ++on)
    ++tail;
  return fmt::format("{}\n… {} bytes omitted …\n{}", without_controls(bytes.substr(0, head)),
                     tail - head, without_controls(bytes.substr(tail)));
}

std::string tidy_line(std::string_view bytes) {
  std::string text = tidy_text(bytes);
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return text;
}

std::string html_text(std::string_view utf8) {
  std::string text(utf8);
  replace_all(text, "&", "&amp;");
  replace_all(text, "<", "&lt;");
  replace_all(text, ">", "&gt;");
  replace_all(text, "\"", "&quot;");
  replace_all(text, "'", "&#39;");
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
  return model::decimal_number(text) ? text : "'" + text;
}

std::string code_span(std::string_view bytes) {
  const std::string text = one_line(bytes);
  if (text.empty()) return "(empty)";
  const std::string tick(longest_run(text, '`') + 1, '`');
  // One blank at each side is taken off again, if there is one at both.
  const auto at_edge = [](char c) { return c == '`' || c == ' '; };
  const std::string_view pad = at_edge(text.front()) || at_edge(text.back()) ? " " : "";
  return fmt::format("{}{}{}{}{}", tick, pad, text, pad, tick);
}

std::string code_block(std::string_view bytes, std::size_t most, std::string_view info) {
  if (bytes.empty()) return "(empty)\n";
  if (bytes.size() <= most) return fenced(bytes, info);
  const std::size_t tail = most / 3;
  const std::size_t head = most - tail;
  return fmt::format("{}\n{} left out here:\n\n{}", fenced(bytes.substr(0, head), info),
                     counted(bytes.size() - most, "byte"),
                     fenced(bytes.substr(bytes.size() - tail), info));
}

std::string file_name_of(std::string_view text) {
  std::string name;
  const bool is_text = is_utf8(text);
  for (const char c : text) {
    const bool is_ascii = static_cast<std::uint8_t>(c) < 0x80;
    const bool is_kept = is_allowed_in_name(c) && (is_ascii || is_text);
    name += is_kept ? std::string(1, c) : percent(c);
  }
  if (name.empty()) return "%";
  const bool may_not_begin = std::string_view(".~- ").find(name.front()) != std::string_view::npos;
  if (may_not_begin) name = percent(name.front()) + name.substr(1);
  if (name.back() == '.' || name.back() == ' ')
    name.replace(name.size() - 1, 1, percent(name.back()));
  if (is_device_name(name)) name = percent(name.front()) + name.substr(1);
  if (name.size() <= k_longest_name) return name;
  const std::size_t cut = character_start(name, k_longest_name - 9);
  return fmt::format("{}~{:08x}", name.substr(0, cut), fingerprint(text));
}

std::vector<std::string> file_names_of(const std::vector<std::string>& texts) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const std::string& text : texts) {
    const std::string first = file_name_of(text);
    std::string name = first;
    for (std::size_t number = 2; !taken.insert(lower_ascii(name)).second; ++number)
      name = fmt::format("{}-{}", first, number);
    names.push_back(std::move(name));
  }
  return names;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view k_digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view part = bytes.substr(at, 3);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = bits << 8U | (i < part.size() ? static_cast<std::uint8_t>(part[i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      text += i <= part.size() ? k_digits[bits >> (18 - 6 * i) & 63U] : '=';
  }
  return text;
}

std::string html_page(const std::string& title, std::string_view style, const std::string& body,
                      std::string_view language) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n"
      "<style>{}{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      language, html_text(title), k_plain_page_style, style, body);
}

std::string with_own_name(std::string log, std::string_view own) {
  for (std::size_t dot = own.find('.'); dot != std::string_view::npos;
       dot = own.find('.', dot + 1)) {
    const std::string judged = "main" + std::string(own.substr(dot));
    for (std::size_t at = log.find(judged); at != std::string::npos; at = log.find(judged, at)) {
      const char before = at == 0 ? ' ' : log[at - 1];
      const bool is_word = std::isalnum(static_cast<unsigned char>(before)) == 0 &&
                           std::string_view("_-/").find(before) == std::string_view::npos;
      if (is_word) log.replace(at, judged.size(), own);
      at += is_word ? own.size() : judged.size();
    }
    if (judged == own) break;
  }
  return log;
}

}  // namespace arbiter::report
