#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// The game and what is believed of it by mistake. An idea has the name of the submission that has
/// it.
enum class Idea {
  none,  // the truth
  ignores_prefix_words,
  letters_without_words,
  level_matrix,
  level_matrix_without_ends,
  misere,
  no_z,
  one_letter_word_safe,
  parity_of_all,
  parity_of_some,
  stuck_wins,
  unsafe_letters
};

struct IdeaRow {
  Idea idea;
  std::string_view name;
};

inline constexpr std::array<IdeaRow, 11> k_ideas = {
    {{Idea::ignores_prefix_words, "ignores_prefix_words"},
     {Idea::letters_without_words, "letters_without_words"},
     {Idea::level_matrix, "level_matrix"},
     {Idea::level_matrix_without_ends, "level_matrix_without_ends"},
     {Idea::misere, "misere"},
     {Idea::no_z, "no_z"},
     {Idea::one_letter_word_safe, "one_letter_word_safe"},
     {Idea::parity_of_all, "parity_of_all"},
     {Idea::parity_of_some, "parity_of_some"},
     {Idea::stuck_wins, "stuck_wins"},
     {Idea::unsafe_letters, "unsafe_letters"}}};

/// The letters that an idea takes for safe; `words` are sorted.
class Believer {
 public:
  Believer(const std::vector<std::string>& words, Idea idea) : words_(words), idea_(idea) {
    for (const std::string& word : words) {
      for (std::size_t i = 0; i < word.size(); ++i)
        follows_[{i, word[i]}].push_back(i + 1 < word.size() ? word[i + 1] : '.');
    }
  }

  std::string safe_letters() const {
    std::string safe;
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
      const auto begin = first_with(letter);
      const auto end = first_with(static_cast<char>(letter + 1));
      const bool safe_one =
          begin == end ? idea_ == Idea::letters_without_words : is_safe(begin, end);
      if (safe_one != (idea_ == Idea::unsafe_letters)) safe += letter;
    }
    return safe;
  }

 private:
  std::size_t first_with(char letter) const {
    const auto found = std::lower_bound(words_.begin(), words_.end(), std::string(1, letter));
    return static_cast<std::size_t>(found - words_.begin());
  }

  bool is_safe(std::size_t begin, std::size_t end) const {
    const auto is_even = [&](const std::string& word) { return word.size() % 2 == 0; };
    const auto from = words_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto to = words_.begin() + static_cast<std::ptrdiff_t>(end);
    switch (idea_) {
      case Idea::parity_of_all:
        return std::all_of(from, to, is_even);
      case Idea::parity_of_some:
        return std::any_of(from, to, is_even);
      case Idea::level_matrix:
      case Idea::level_matrix_without_ends:
        return is_good_by_level(0, words_[begin][0]);
      case Idea::one_letter_word_safe:
        return words_[begin].size() == 1 || is_good(begin, end, 1);
      case Idea::no_z:
        return words_[begin][0] != 'Z' && is_good(begin, end, 1);
      default:
        return is_good(begin, end, 1);
    }
  }

  /// Whether the player wins who has completed the first `length` letters of these words.
  bool is_good(std::size_t begin, std::size_t end, std::size_t length) const {
    const bool is_word = words_[begin].size() == length;
    if (is_word && !(idea_ == Idea::ignores_prefix_words && end - begin > 1)) {
      return idea_ == Idea::misere;
    }
    if (is_word) ++begin;
    bool can_go_on = false;
    while (begin < end) {
      std::size_t next = begin + 1;
      while (next < end && words_[next][length] == words_[begin][length])
        ++next;
      const bool completes = words_[begin].size() == length + 1;
      can_go_on = can_go_on || !completes;
      if (is_good(begin, next, length + 1)) return false;
      begin = next;
    }
    return can_go_on || idea_ != Idea::stuck_wins;
  }

  bool is_good_by_level(std::size_t level, char letter) const {
    const std::vector<char>& next = follows_.at({level, letter});
    const bool has_end = std::find(next.begin(), next.end(), '.') != next.end();
    if (has_end && idea_ == Idea::level_matrix) return false;
    bool is_last = true;
    for (const char one : next) {
      if (one == '.') continue;
      is_last = false;
      if (is_good_by_level(level + 1, one)) return false;
    }
    return !is_last;
  }

  const std::vector<std::string>& words_;
  Idea idea_;
  std::map<std::pair<std::size_t, char>, std::vector<char>> follows_;
};
