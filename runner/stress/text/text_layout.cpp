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

/// The different bytes of the text that are no letters, digits, gaps and newlines, in order.
std::string symbols_of(const std::string& text) {
  std::set<char> symbols;
  for (const char letter : text) {
    if (rank_of(letter) >= k_symbols && !is_gap(letter) && letter != '\n') symbols.insert(letter);
  }
  return {symbols.begin(), symbols.end()};
}

}  // namespace

bool is_gap(char letter) {
  return letter == ' ' || letter == '\t' || letter == ',' || letter == ';' || letter == '\r';
}

TextLayout::TextLayout(std::string text)
    : text_(std::move(text)),
      alphabets_({"0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                  symbols_of(text_)}) {
  std::size_t begin = 0;
  while (begin < text_.size()) {
    const std::size_t end = text_.find('\n', begin);
    const Range line = {begin, end == std::string::npos ? text_.size() : end};
    add_words(line);
    begin = line.end + 1;
  }
}

void TextLayout::add_words(const Range& line) {
  TextLine added = {line, words_.size(), words_.size()};
  std::size_t at = line.begin;
  while (at < line.end) {
    std::size_t end = at;
    while (end < line.end && !is_gap(text_[end]))
      ++end;
    const Range word = {at, end};
    if (end > at) add_elements(words_.emplace_back(TextWord{word, lines_.size()}));
    at = end + 1;
  }
  added.end_word = words_.size();
  lines_.push_back(added);
}

void TextLayout::add_elements(TextWord& word) {
  word.number = number_of(text_of(word.range));
  word.element = elements_.size();
  if (word.number) {
    elements_.push_back({word.range, word.line});
    choices_.push_back({*word.number, INT64_MIN, INT64_MAX});
    return;
  }
  for (std::size_t at = word.range.begin; at < word.range.end; ++at) {
    for (std::size_t alphabet = 0; alphabet < alphabets_.size(); ++alphabet) {
      const std::size_t place = alphabets_[alphabet].find(text_[at]);
      if (place == std::string::npos) continue;
      elements_.push_back({{at, at + 1}, word.line, alphabet});
      choices_.push_back({static_cast<std::int64_t>(place), 0,
                          static_cast<std::int64_t>(alphabets_[alphabet].size()) - 1});
    }
  }
}

std::string TextLayout::written(std::size_t element, std::int64_t value) const {
  const std::optional<std::size_t>& alphabet = elements_[element].alphabet;
  if (!alphabet) return std::to_string(value);
  return {alphabets_[*alphabet][static_cast<std::size_t>(value)]};
}

std::string_view TextLayout::text_of(const Range& range) const {
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
