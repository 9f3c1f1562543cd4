#pragma once

#include <charconv>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace arbiter {

/// "a, b, and 3 more": the first of some names.
std::string listed(const std::vector<std::string>& names);

/// What `shown` makes of each member of a list, with separators between them.
template <class List, class Shown = std::identity>
std::string joined(const List& list, std::string_view separator, const Shown& shown = {}) {
  std::string all;
  for (const auto& one : list) {
    if (!all.empty()) all += separator;
    all += std::invoke(shown, one);
  }
  return all;
}

/// The ids of things that have one.
template <class List>
std::vector<std::string> ids_of(const List& things) {
  std::vector<std::string> ids;
  ids.reserve(things.size());
  for (const auto& one : things)
    ids.push_back(one.id);
  return ids;
}

/// The candidate that `word` was probably meant to be (edit distance with transpositions at most
/// a third of its length, at least 1), the first of equally near ones; none if nothing is near.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

/// Valid UTF-8 for any bytes: every byte that is not part of a valid sequence becomes U+FFFD.
std::string to_utf8(std::string_view bytes);
/// The same with what `stands_for` says of each such byte in its place.
std::string to_utf8(std::string_view bytes, std::string (*stands_for)(std::uint8_t byte));

/// Whether all of `bytes` is valid UTF-8 (no overlong forms, no surrogates, at most U+10FFFF).
bool is_utf8(std::string_view bytes);

/// Safe to print on a terminal: valid UTF-8 whose control characters but newline and tab are
/// written as \xNN. What is not valid UTF-8 is written as \xNN too.
std::string printable(std::string_view bytes);

/// Whether the byte at `at` is there and goes on with a character of UTF-8.
bool is_inside_character(std::string_view bytes, std::size_t at);

/// `at`, or the beginning of the character of UTF-8 that it lies in.
std::size_t character_start(std::string_view bytes, std::size_t at);

/// How many columns valid UTF-8 takes on a terminal (wide East Asian characters take two).
std::size_t display_width(std::string_view utf8);

/// `text` split at every newline; a final newline ends the last line and begins none.
std::vector<std::string_view> split_lines(std::string_view text);

/// The parts between separators: one more than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The words between any of these separators, without empty ones.
std::vector<std::string> words_of(std::string_view text, std::string_view separators);
bool has_word(const std::vector<std::string>& words, std::string_view word);

/// Without the blanks, tabs and ends of lines at its beginning and end.
std::string_view trimmed(std::string_view text);

/// Whether it is one or more digits of ASCII and nothing else.
bool is_digits(std::string_view text);

/// Whether a path of folders and slashes is `outer` or lies below it.
bool lies_in(std::string_view inner, std::string_view outer);

/// With small letters for the capitals of ASCII.
std::string lower_ascii(std::string_view text);

/// The number that all of `text` is: digits and perhaps a minus sign, with a decimal point where
/// the type has one. None if it is no such number, or too large for the type.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number = 0;
  const char* const end = text.data() + text.size();
  std::from_chars_result read{};
  if constexpr (std::is_floating_point_v<Number>) {
    read = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  } else {
    read = std::from_chars(text.data(), end, number);
  }
  return read.ec == std::errc{} && read.ptr == end ? std::optional(number) : std::nullopt;
}

/// Puts `with` in the place of every `what`; it is not looked into again.
void replace_all(std::string& text, std::string_view what, std::string_view with);

/// A shell word that stands for `word`: quoted only where a POSIX shell needs it.
std::string shell_quoted(std::string_view word);

/// "1 test", "2 tests".
std::string counted(std::size_t count, std::string_view noun);

/// A random UUID (RFC 9562, version 4).
std::string new_uuid();

}  // namespace arbiter
