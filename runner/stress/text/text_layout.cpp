#include "stress/text/text_layout.hpp"

#include <charconv>
#include <set>
#include <utility>

namespace arbiter::stress {
namespace {

std::optional<std::int64_t> number_of(std::string_view word) {
  std::int64_t number = 0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (fault != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  // Not 007 and -0, which are words to whoever writes them.
  if (std::to_string(number) != word) return std::nullopt;
  return number;
}

constexpr int k_symbols = 128;  // after letters and digits

int rank_of(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'z') return 16 + (letter - 'a');
  if (letter >= 'A' && letter <= 'Z') return 64 + (letter - 'A');
  return k_symbols + static_cast<unsigned char>(letter);
}

}  // namespace

bool is_gap(char letter) {
  return letter == ' ' || letter == '\t' || letter == ',' || letter == ';' || letter == '\r';
}

std::string symbols_of(const std::string& text) {
  std::set<char> symbols;
  for (const char letter : text) {
    if (rank_of(letter) >= k_symbols && !is_gap(letter) && letter != '\n') symbols.insert(letter);
  }
  return {symbols.begin(), symbols.end()};
}

TextLayout::TextLayout(std::string text) : text_(std::move(text)) {
  std::size_t begin = 0;
  while (begin < text_.size()) {
    const std::size_t end = text_.find('\n', begin);
    const TextRange line = {begin, end == std::string::npos ? text_.size() : end};
    add_words(line);
    begin = line.end + 1;
  }
}

void TextLayout::add_words(const TextRange& line) {
  TextLine added = {line, words_.size(), words_.size()};
  std::size_t at = line.begin;
  while (at < line.end) {
    std::size_t end = at;
    while (end < line.end && !is_gap(text_[end]))
      ++end;
    const TextRange word = {at, end};
    if (end > at) words_.push_back({word, lines_.size(), number_of(text_of(word))});
    at = end + 1;
  }
  added.end_word = words_.size();
  lines_.push_back(added);
}

std::string_view TextLayout::text_of(const TextRange& range) const {
  return std::string_view(text_).substr(range.begin, range.size());
}

bool is_simpler_text(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return one.size() < other.size();
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i] != other[i]) return rank_of(one[i]) < rank_of(other[i]);
  }
  return false;
}

}  // namespace arbiter::stress
