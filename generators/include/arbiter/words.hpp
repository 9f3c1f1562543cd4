#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "arbiter/choice_source.hpp"

namespace arbiter {

/// The letters of "a-z", "A-Za-z0-9" or "acgt", in that order; a hyphen that does not stand between
/// two letters is itself. Throws std::invalid_argument when there is none, one occurs twice, or a
/// range is empty.
inline std::string letters(std::string_view ranges) {
  std::string all;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const bool is_range = i + 2 < ranges.size() && ranges[i + 1] == '-';
    const int last = static_cast<unsigned char>(is_range ? ranges[i + 2] : ranges[i]);
    const int first = static_cast<unsigned char>(ranges[i]);
    if (first > last) throw std::invalid_argument("letters: an empty range");
    for (int letter = first; letter <= last; ++letter) {
      if (all.find(static_cast<char>(letter)) != std::string::npos) {
        throw std::invalid_argument("letters: one occurs twice");
      }
      all += static_cast<char>(letter);
    }
    if (is_range) i += 2;
  }
  if (all.empty()) throw std::invalid_argument("letters: none");
  return all;
}

/// `length` letters of the alphabet, each equally likely; simplest: the first letter throughout.
inline std::string word(ChoiceSource& source, std::int64_t length, std::string_view alphabet) {
  if (length < 0) throw std::invalid_argument("word: a negative length");
  const auto whole = source.span("word");
  std::string made;
  for (std::int64_t i = 0; i < length; ++i)
    made += alphabet[source.index(alphabet.size())];
  return made;
}

/// What a list of words is like.
struct WordList {
  std::int64_t count = 0;
  std::int64_t least_length = 1;
  std::int64_t most_length = 1;
  std::string alphabet;           // see letters()
  std::int64_t shared = 0;        // of 100 words so many begin as an earlier one does
  std::int64_t least_shared = 1;  // with at least so many letters of it, where it has them
};

namespace words_detail {

/// Finds words that were not taken yet.
class FreeWords {
 public:
  explicit FreeWords(const WordList& list) : list_(list) {}

  /// `word`, or the first free one after it; the shortest one follows the last of the longest.
  std::string take(const std::string& word) {
    std::vector<std::string> passed;
    std::string free = word;
    for (auto next = after_.find(free); next != after_.end(); next = after_.find(free)) {
      passed.push_back(free);
      free = next->second;
    }
    const std::string following = successor(free);
    after_[free] = following;
    // So that a long row of taken words is walked along only once.
    for (const std::string& each : passed)
      after_[each] = following;
    return free;
  }

 private:
  std::string successor(std::string word) const {
    const std::string& alphabet = list_.alphabet;
    for (std::size_t i = word.size(); i-- > 0;) {
      const std::size_t place = alphabet.find(word[i]) + 1;
      if (place < alphabet.size()) {
        word[i] = alphabet[place];
        return word;
      }
      word[i] = alphabet[0];
    }
    const bool is_longest = static_cast<std::int64_t>(word.size()) >= list_.most_length;
    const auto length = is_longest ? static_cast<std::size_t>(list_.least_length) : word.size() + 1;
    return std::string(length, alphabet[0]);
  }

  const WordList& list_;
  std::unordered_map<std::string, std::string> after_;
};

inline bool has_enough(const WordList& list) {
  const auto letters = static_cast<std::int64_t>(list.alphabet.size());
  std::int64_t left = list.count;
  std::int64_t of_length = 1;
  for (std::int64_t length = 0; length <= list.most_length && left > 0; ++length) {
    if (length >= list.least_length) left -= of_length;
    if (letters == 1) continue;
    of_length = of_length > list.count / letters ? list.count : of_length * letters;
  }
  return left <= 0;
}

}  // namespace words_detail

/// Different words, in no order. Throws std::invalid_argument when there are not so many, or what
/// is asked for makes no sense.
inline std::vector<std::string> words(ChoiceSource& source, const WordList& list) {
  if (list.count < 0 || list.least_length < 0 || list.least_length > list.most_length ||
      (list.alphabet.empty() && list.count > 0) || !words_detail::has_enough(list)) {
    throw std::invalid_argument("words: there are not so many");
  }
  const auto whole = source.span("words");
  words_detail::FreeWords free(list);
  std::vector<std::string> made;
  for (std::int64_t i = 0; i < list.count; ++i) {
    const auto each = source.span("word");
    std::string begin;
    if (!made.empty() && source.chance(list.shared, 100)) {
      const std::string& earlier = made[source.index(made.size())];
      const auto size = static_cast<std::int64_t>(earlier.size());
      const std::int64_t shared = source.integer(std::min(list.least_shared, size), size);
      begin = earlier.substr(0, static_cast<std::size_t>(shared));
    }
    const auto least =
        std::max<std::int64_t>(list.least_length, static_cast<std::int64_t>(begin.size()));
    const std::int64_t length = source.integer(least, list.most_length);
    begin += word(source, length - static_cast<std::int64_t>(begin.size()), list.alphabet);
    made.push_back(free.take(begin));
  }
  return made;
}

}  // namespace arbiter
