#pragma once

#include <arbiter/game.hpp>
#include <arbiter/token_reader.hpp>
#include <arbiter/trail_game.hpp>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The words that both players share, in the order of the input; the first is the start word.
class Dictionary {
 public:
  /// Throws arbiter::BadInput when `input` is no count with that many words.
  explicit Dictionary(const std::string& input) {
    arbiter::TokenReader reader(input);
    const std::optional<arbiter::Token> count = reader.next();
    while (const std::optional<arbiter::Token> word = reader.next()) {
      if (!is_word(word->text)) throw arbiter::BadInput("a word is malformed");
      places_.emplace(word->text, words_.size());
      words_.emplace_back(word->text);
    }
    if (!count || count->text != std::to_string(words_.size()) || words_.empty() ||
        places_.size() != words_.size())
      throw arbiter::BadInput("the input is not a count and that many different words");
  }

  const std::vector<std::string>& words() const { return words_; }

  std::optional<std::size_t> place(std::string_view word) const {
    const auto found = places_.find(std::string(word));
    if (found == places_.end()) return std::nullopt;
    return found->second;
  }

  static bool is_word(std::string_view text) {
    constexpr std::size_t k_shortest = 2;
    constexpr std::size_t k_longest = 20;
    const bool fits = text.size() >= k_shortest && text.size() <= k_longest;
    return fits && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string_view::npos;
  }

  int first(std::size_t word) const { return words_[word].front() - 'a'; }
  int last(std::size_t word) const { return words_[word].back() - 'a'; }

 private:
  std::vector<std::string> words_;
  std::map<std::string, std::size_t> places_;
};
