// Words, their tables and their numbers, for generators.
#pragma once

#include <arbiter/generator.hpp>
#include <array>
#include <cstdint>
#include <map>
#include <string>

namespace table {

constexpr int k_side = 5;
constexpr int k_cells = 25;
constexpr std::int64_t k_words = 701149020;

/// How many letters each row has; no row has more than the one above it.
using Lengths = std::array<int, k_side>;

inline bool can_grow(const Lengths& lengths, std::size_t row) {
  return lengths[row] < (row == 0 ? k_side : lengths[row - 1]);
}

inline int end_of(const Lengths& lengths, std::size_t row) {
  return static_cast<int>(row) * k_side + lengths[row];
}

/// How many words begin so; another type than the usual one may be too narrow for that.
template <class Count = std::int64_t>
Count words_with(const std::string& beginning) {
  std::map<Lengths, Count> ways = {{Lengths{}, Count{1}}};
  for (char letter = 'A'; letter < 'A' + k_cells; ++letter) {
    const std::size_t place = beginning.find(letter);
    std::map<Lengths, Count> after;
    for (const auto& [lengths, count] : ways) {
      for (std::size_t row = 0; row < k_side; ++row) {
        const auto cell = static_cast<std::size_t>(end_of(lengths, row));
        const bool fits = place == std::string::npos ? cell >= beginning.size() : cell == place;
        if (!can_grow(lengths, row) || !fits) continue;
        Lengths longer = lengths;
        ++longer[row];
        after[longer] = static_cast<Count>(after[longer] + count);
      }
    }
    ways.swap(after);
  }
  return ways.empty() ? Count{} : ways.begin()->second;
}

/// The word of that number, 1 to k_words; shorter when counts of that type lead to no word.
template <class Count = std::int64_t>
std::string word_of(Count number) {
  std::string word;
  while (word.size() < k_cells) {
    const std::size_t size = word.size();
    for (char letter = 'A'; letter < 'A' + k_cells; ++letter) {
      if (word.find(letter) != std::string::npos) continue;
      const Count count = words_with<Count>(word + letter);
      if (number <= count) {
        word += letter;
        break;
      }
      number = static_cast<Count>(number - count);
    }
    if (word.size() == size) break;
  }
  return word;
}

/// The number of the first word that begins so.
template <class Count = std::int64_t>
Count first_with(const std::string& beginning) {
  Count before = 0;
  for (std::size_t i = 0; i < beginning.size(); ++i) {
    for (char letter = 'A'; letter < beginning[i]; ++letter) {
      const std::string other = beginning.substr(0, i);
      if (other.find(letter) != std::string::npos) continue;
      before = static_cast<Count>(before + words_with<Count>(other + letter));
    }
  }
  return static_cast<Count>(before + 1);
}

/// Asks for the number of the word, or for the word of the number.
enum class Task { number, word };

inline Task task_of(arbiter::Options& options) {
  return options.word("task", {"W", "N"}) == "W" ? Task::number : Task::word;
}

inline void write(arbiter::OutputText& out, Task task, std::int64_t number) {
  if (task == Task::number) {
    out << "W\n" << word_of(number) << '\n';
  } else {
    out << "N\n" << number << '\n';
  }
}

inline void write(arbiter::OutputText& out, Task task, const std::string& word) {
  if (task == Task::number) {
    out << "W\n" << word << '\n';
  } else {
    out << "N\n" << first_with(word) << '\n';
  }
}

}  // namespace table
