// The game on the list of words.
#pragma once

#include <algorithm>
#include <arbiter/replay.hpp>
#include <arbiter/token_reader.hpp>
#include <cstddef>
#include <string>
#include <vector>

/// The words of the list that begin with the letters said, as a range of the sorted list.
struct Position {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t length = 0;
};

class Game {
 public:
  explicit Game(const std::string& input) {
    arbiter::TokenReader reader(input);
    reader.next();
    while (const auto word = reader.next())
      words_.emplace_back(word->text);
    std::sort(words_.begin(), words_.end());
  }

  Position start() const { return {0, words_.size(), 0}; }

  Position after(const Position& at, char letter) const {
    const auto letter_of = [&](const std::string& word) {
      return word.size() > at.length ? word[at.length] : '\0';
    };
    const auto from = words_.begin() + static_cast<std::ptrdiff_t>(at.begin);
    const auto to = words_.begin() + static_cast<std::ptrdiff_t>(at.end);
    const auto less = [&](const std::string& word, char c) { return letter_of(word) < c; };
    const auto more = [&](char c, const std::string& word) { return c < letter_of(word); };
    const auto first = std::lower_bound(from, to, letter, less);
    const auto last = std::upper_bound(first, to, letter, more);
    return {static_cast<std::size_t>(first - words_.begin()),
            static_cast<std::size_t>(last - words_.begin()), at.length + 1};
  }

  /// Whether who has just spoken has lost, and why.
  std::string loss(const Position& at) const {
    if (at.begin == at.end) return "no word begins so";
    if (words_[at.begin].size() == at.length) return words_[at.begin] + " is a word";
    return {};
  }

  /// Whether who has just spoken wins.
  bool is_good(const Position& at) const {
    if (!loss(at).empty()) return false;
    for (const char letter : letters(at)) {
      if (is_good(after(at, letter))) return false;
    }
    return true;
  }

  /// The letters that a word goes on with.
  std::string letters(const Position& at) const {
    std::string letters;
    for (std::size_t i = at.begin; i < at.end; i = after(at, letters.back()).end) {
      if (words_[i].size() <= at.length) return {};
      letters += words_[i][at.length];
    }
    return letters;
  }

  /// A letter that wins; else one that makes the game go on; else any.
  char best(const Position& at) const {
    const std::string all = letters(at);
    for (const char letter : all)
      if (is_good(after(at, letter))) return letter;
    for (const char letter : all)
      if (loss(after(at, letter)).empty()) return letter;
    return all.empty() ? 'A' : all.front();
  }

  arbiter::ReplayPile words(const Position& at) const {
    constexpr std::size_t k_most_shown = 30;
    arbiter::ReplayPile pile;
    for (std::size_t i = at.begin; i < std::min(at.end, at.begin + k_most_shown); ++i) {
      pile.push_back({words_[i]});
      pile.back().head = static_cast<int>(at.length);
    }
    if (at.end - at.begin > k_most_shown)
      pile.push_back({"and " + std::to_string(at.end - at.begin - k_most_shown) + " more"});
    return pile;
  }

 private:
  std::vector<std::string> words_;
};
