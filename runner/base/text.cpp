#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>

namespace arbiter {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& least = rows[i][j] = i + j;
      if (i == 0 || j == 0) continue;
      const std::size_t change = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      least = std::min({change, rows[i - 1][j] + 1, rows[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        least = std::min(least, rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows[a.size()][b.size()];
}

struct Character {
  char32_t value = 0;
  std::size_t length = 0;  ///< in bytes; 0: what is there is no valid UTF-8
};

Character first_character(std::string_view bytes) {
  const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
  const std::uint8_t lead = at(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || bytes.size() < length) return {};
  char32_t value = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xC0) != 0x80) return {};
    value = value << 6U | (at(i) & 0x3FU);
  }
  const bool overlong = value < (length == 4 ? 0x10000U : 0x800U) && length > 2;
  const bool surrogate = value >= 0xD800 && value < 0xE000;
  return overlong || surrogate || value > 0x10FFFF ? Character{} : Character{value, length};
}

struct Range {
  char32_t first;
  char32_t last;
};

// Unicode's East Asian Width W and F, and emoji, in the coarse blocks that terminals use.
constexpr std::array k_wide = {
    Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},   Range{0x3041, 0x33FF},
    Range{0x3400, 0x4DBF},   Range{0x4E00, 0x9FFF},   Range{0xA000, 0xA4CF},
    Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},
    Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},   Range{0x1F300, 0x1F64F},
    Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD},
};
constexpr std::array k_zero = {
    Range{0x0300, 0x036F},
    Range{0x200B, 0x200F},
    Range{0x20D0, 0x20FF},
    Range{0xFE00, 0xFE0F},
};

bool in_any(char32_t c, std::span<const Range> ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [c](Range r) { return r.first <= c && c <= r.last; });
}

// Controls, and characters that turn the direction of what follows, which could make a report lie
// about its content.
constexpr std::array k_controls = {
    Range{0x00, 0x1F},
    Range{0x7F, 0x9F},
    Range{0x202A, 0x202E},
    Range{0x2066, 0x2069},
};

void append_escaped(std::string& to, std::string_view bytes) {
  for (const char c : bytes)
    to += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
}

}  // namespace

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string to_utf8(std::string_view bytes) {
  return to_utf8(bytes, [](std::uint8_t /*byte*/) { return std::string("\xEF\xBF\xBD"); });
}

std::string to_utf8(std::string_view bytes, std::string (*stands_for)(std::uint8_t byte)) {
  std::string all;
  all.reserve(bytes.size());
  while (!bytes.empty()) {
    const std::size_t length = first_character(bytes).length;
    if (length == 0) {
      all += stands_for(static_cast<std::uint8_t>(bytes.front()));
    } else {
      all += bytes.substr(0, length);
    }
    bytes.remove_prefix(std::max<std::size_t>(1, length));
  }
  return all;
}

bool is_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t length = first_character(bytes).length;
    if (length == 0) return false;
    bytes.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view bytes) {
  std::string all;
  all.reserve(bytes.size());
  while (!bytes.empty()) {
    const Character c = first_character(bytes);
    const std::string_view piece = bytes.substr(0, std::max<std::size_t>(1, c.length));
    const bool shown_as_is = piece == "\n" || piece == "\t";
    if (!shown_as_is && (c.length == 0 || in_any(c.value, k_controls))) {
      append_escaped(all, piece);
    } else {
      all += piece;
    }
    bytes.remove_prefix(piece.size());
  }
  return all;
}

bool is_inside_character(std::string_view bytes, std::size_t at) {
  return at < bytes.size() && (static_cast<std::uint8_t>(bytes[at]) & 0xC0U) == 0x80U;
}

std::size_t character_start(std::string_view bytes, std::size_t at) {
  for (int back = 0; back < 3 && at > 0 && is_inside_character(bytes, at); ++back)
    --at;
  return at;
}

std::size_t display_width(std::string_view utf8) {
  std::size_t width = 0;
  while (!utf8.empty()) {
    const Character c = first_character(utf8);
    if (!in_any(c.value, k_zero)) width += in_any(c.value, k_wide) ? 2 : 1;
    utf8.remove_prefix(std::max<std::size_t>(1, c.length));
  }
  return width;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string> words_of(std::string_view text, std::string_view separators) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    if (end > 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

bool has_word(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view k_blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(k_blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(k_blanks) - first + 1);
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool lies_in(std::string_view inner, std::string_view outer) {
  if (!inner.starts_with(outer)) return false;
  return inner.size() == outer.size() || inner[outer.size()] == '/';
}

std::string lower_ascii(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  std::string replaced;
  std::size_t done = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, done)) {
    replaced.append(text, done, at - done).append(with);
    done = at + what.size();
  }
  if (done > 0) text = replaced.append(text, done);
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t k_most = 5;
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), k_most));
  std::string text = fmt::format("{}", fmt::join(names.begin(), end, ", "));
  if (names.size() > k_most) text += fmt::format(", and {} more", names.size() - k_most);
  return text;
}

std::string shell_quoted(std::string_view word) {
  constexpr std::string_view k_plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";
  if (!word.empty() && word.find_first_not_of(k_plain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string quoted(word);
  replace_all(quoted, "'", "'\\''");
  return "'" + quoted + "'";
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string new_uuid() {
  std::random_device random;
  const auto bits = [&](unsigned mask, unsigned set) { return (random() & mask) | set; };
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:08x}{:04x}", bits(0xffffffffU, 0),
                     bits(0xffffU, 0), bits(0x0fffU, 0x4000U), bits(0x3fffU, 0x8000U),
                     bits(0xffffffffU, 0), bits(0xffffU, 0));
}

}  // namespace arbiter
