#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arbiter/generator.hpp"

/// The duel on sets of kept letters, by the rules and by mistaken ones. An idea has the name of the
/// submission that has it.
enum class Idea {
  none,  // the truth
  decreasing_wins_too,
  equal_letters_increase,
  greedy,
  looks_one_move_ahead,
  no_single_letter_end,
  only_ends_deleted,
  parity_of_length,
  parity_of_missing_letters,
  two_letters_must_stay
};

struct IdeaRow {
  Idea idea;
  std::string_view name;
};

inline constexpr std::array<IdeaRow, 9> k_ideas = {
    {{Idea::decreasing_wins_too, "decreasing_wins_too"},
     {Idea::equal_letters_increase, "equal_letters_increase"},
     {Idea::greedy, "greedy"},
     {Idea::looks_one_move_ahead, "looks_one_move_ahead"},
     {Idea::no_single_letter_end, "no_single_letter_end"},
     {Idea::only_ends_deleted, "only_ends_deleted"},
     {Idea::parity_of_length, "parity_of_length"},
     {Idea::parity_of_missing_letters, "parity_of_missing_letters"},
     {Idea::two_letters_must_stay, "two_letters_must_stay"}}};

/// How many neighbours do not increase.
inline int falls(const std::string& word) {
  int count = 0;
  for (std::size_t i = 1; i < word.size(); ++i)
    count += word[i - 1] >= word[i] ? 1 : 0;
  return count;
}

/// The word without its letter at that place.
inline std::string without(std::string word, std::size_t place) {
  return word.erase(place, 1);
}

/// Who wins, for every set of kept letters.
class Duel {
 public:
  explicit Duel(const std::string& word, Idea idea = Idea::none)
      : word_(word), idea_(idea), wins_(std::size_t{1} << word.size()) {
    for (std::size_t kept = 1; kept < wins_.size(); ++kept)
      wins_[kept] = solve(kept);
  }

  bool first_wins() const { return wins_.back(); }

  /// How many calls a search without memory makes that tries letters from the left, or from the
  /// right, and stops at the first that wins.
  std::uint64_t calls(bool from_left) const {
    std::vector<std::uint64_t> calls(wins_.size(), 1);
    const std::size_t length = word_.size();
    for (std::size_t kept = 1; kept < calls.size(); ++kept) {
      if (is_over(kept)) continue;
      for (std::size_t i = 0; i < length; ++i) {
        const std::size_t bit = std::size_t{1} << (from_left ? i : length - 1 - i);
        if ((kept & bit) == 0) continue;
        calls[kept] += calls[kept ^ bit];
        if (!wins_[kept ^ bit]) break;
      }
    }
    return calls.back();
  }

 private:
  std::string letters_of(std::size_t kept) const {
    std::string letters;
    for (std::size_t i = 0; i < word_.size(); ++i) {
      if ((kept >> i & 1) != 0) letters += word_[i];
    }
    return letters;
  }

  bool is_over(std::size_t kept) const {
    const std::string letters = letters_of(kept);
    if (letters.size() <= 1 && idea_ == Idea::no_single_letter_end) return letters.empty();
    if (letters.size() <= 2 && idea_ == Idea::two_letters_must_stay) return true;
    bool increases = true;
    bool decreases = true;
    for (std::size_t i = 1; i < letters.size(); ++i) {
      const bool is_equal = letters[i - 1] == letters[i];
      if (letters[i - 1] > letters[i]) increases = false;
      if (is_equal && idea_ != Idea::equal_letters_increase) increases = false;
      if (is_equal || letters[i - 1] < letters[i]) decreases = false;
    }
    return increases || (decreases && idea_ == Idea::decreasing_wins_too);
  }

  bool solve(std::size_t kept) const {
    if (is_over(kept)) return false;
    const int first = std::countr_zero(kept);
    const int last = static_cast<int>(std::bit_width(kept)) - 1;
    for (int i = first; i <= last; ++i) {
      const std::size_t bit = std::size_t{1} << i;
      const bool is_end = i == first || i == last;
      if ((kept & bit) == 0 || (!is_end && idea_ == Idea::only_ends_deleted)) continue;
      if (!wins_[kept ^ bit]) return true;
    }
    return false;
  }

  std::string word_;
  Idea idea_;
  std::vector<bool> wins_;
};

inline bool greedy_first_wins(std::string word) {
  for (bool first = true;; first = !first) {
    std::string best = without(word, 0);
    for (std::size_t i = 1; i < word.size(); ++i) {
      if (falls(without(word, i)) < falls(best)) best = without(word, i);
    }
    word = best;
    if (falls(word) == 0) return first;
  }
}

inline bool wins_at_once(const std::string& word) {
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (falls(without(word, i)) == 0) return true;
  }
  return false;
}

inline bool looking_one_move_ahead_first_wins(const std::string& word) {
  if (wins_at_once(word)) return true;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (!wins_at_once(without(word, i))) return true;
  }
  return false;
}

inline std::size_t longest_increasing(const std::string& word) {
  std::vector<std::size_t> length(word.size(), 1);
  std::size_t longest = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (word[j] < word[i]) length[i] = std::max(length[i], length[j] + 1);
    }
    longest = std::max(longest, length[i]);
  }
  return longest;
}

/// Whether the first player wins, as the idea believes.
inline bool first_wins(const std::string& word, Idea idea) {
  switch (idea) {
    case Idea::greedy:
      return greedy_first_wins(word);
    case Idea::looks_one_move_ahead:
      return looking_one_move_ahead_first_wins(word);
    case Idea::parity_of_length:
      return word.size() % 2 == 0;
    case Idea::parity_of_missing_letters:
      return (word.size() - longest_increasing(word)) % 2 == 1;
    default:
      return Duel(word, idea).first_wins();
  }
}

/// A search without memory makes so many calls and is still quick; a test that is not meant to be
/// slow is drawn anew.
inline constexpr std::uint64_t k_quick = 10'000'000;

inline bool is_quick(const std::string& word) {
  const Duel duel(word);
  return duel.calls(true) <= k_quick && duel.calls(false) <= k_quick;
}

/// The word, or where it increases, so that it could not be given, one whose last letter occurs
/// twice: choices that are played back are drawn from once, whatever comes of it.
inline std::string not_increasing(std::string word) {
  if (falls(word) == 0) word.back() = word[word.size() - 2];
  return word;
}

/// What `draw` gives, drawn until it is not increasing and quick.
template <class Draw>
std::string drawn_word(arbiter::ChoiceSource& source, Draw draw) {
  const auto fits = [](const std::string& word) { return falls(word) > 0 && is_quick(word); };
  return not_increasing(source.search(10000, draw, fits));
}

/// The letters from a on.
inline std::string first_letters(std::int64_t count) {
  return arbiter::letters("a-z").substr(0, static_cast<std::size_t>(count));
}
