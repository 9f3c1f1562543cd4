// Counts the words with a given beginning, letter by letter, over the lengths of the five rows.
//
// Put the letters A, B, C, ... into the table in this order. Since rows and columns increase, each
// letter goes to the end of a row that is still shorter than the row above it; and every sequence
// of such steps fills the table in a valid way. So a half-filled table is nothing but five row
// lengths, of which 252 combinations are possible, and the words are the paths from the empty to
// the full table. A beginning of a word fixes some letters to cells; the paths that respect it are
// counted by the same sum.
#include <array>
#include <iostream>
#include <string>
#include <vector>

namespace {

constexpr int k_side = 5;
constexpr int k_cells = k_side * k_side;
constexpr int k_free = -1;

/// One step from a half-filled table to the next: the next letter goes to `cell`.
struct Step {
  int from;
  int to;
  int letter;
  int cell;
};

/// All steps between the half-filled tables, each after every step that leads to its beginning.
class Steps {
 public:
  Steps() {
    index_.fill(k_free);
    std::vector<std::array<int, k_side>> tables = {{}};
    for (std::size_t i = 0; i < tables.size(); ++i)
      add_steps_from(static_cast<int>(i), tables);
    table_count_ = static_cast<int>(tables.size());
  }

  const std::vector<Step>& all() const { return steps_; }
  int table_count() const { return table_count_; }

 private:
  void add_steps_from(int from, std::vector<std::array<int, k_side>>& tables) {
    std::array<int, k_side> lengths = tables[static_cast<std::size_t>(from)];
    int letter = 0;
    for (const int length : lengths)
      letter += length;
    for (std::size_t row = 0; row < k_side; ++row) {
      const int above = row == 0 ? k_side : lengths[row - 1];
      if (lengths[row] == above) continue;
      const int cell = static_cast<int>(row) * k_side + lengths[row];
      ++lengths[row];
      int& to = index_[code(lengths)];
      if (to == k_free) {
        to = static_cast<int>(tables.size());
        tables.push_back(lengths);
      }
      steps_.push_back({from, to, letter, cell});
      --lengths[row];
    }
  }

  static std::size_t code(const std::array<int, k_side>& lengths) {
    std::size_t value = 0;
    for (const int length : lengths)
      value = value * (k_side + 1) + static_cast<std::size_t>(length);
    return value;
  }

  std::array<int, 7776> index_{};
  std::vector<Step> steps_;
  int table_count_ = 0;
};

/// A beginning of a word, and how many words have it.
class Prefix {
 public:
  Prefix() {
    letter_in_.fill(k_free);
    cell_of_.fill(k_free);
  }

  bool uses(int letter) const { return cell_of_[static_cast<std::size_t>(letter)] != k_free; }

  void set(int cell, int letter) {
    letter_in_[static_cast<std::size_t>(cell)] = letter;
    cell_of_[static_cast<std::size_t>(letter)] = cell;
  }

  void clear(int cell, int letter) {
    letter_in_[static_cast<std::size_t>(cell)] = k_free;
    cell_of_[static_cast<std::size_t>(letter)] = k_free;
  }

  long long completions() const {
    std::vector<long long> ways(static_cast<std::size_t>(steps_.table_count()), 0);
    ways.front() = 1;
    for (const Step& step : steps_.all()) {
      // A letter and its cell are both free, or they are fixed to each other.
      const int cell = cell_of_[static_cast<std::size_t>(step.letter)];
      const int letter = letter_in_[static_cast<std::size_t>(step.cell)];
      const bool both_free = cell == k_free && letter == k_free;
      if (both_free || cell == step.cell)
        ways[static_cast<std::size_t>(step.to)] += ways[static_cast<std::size_t>(step.from)];
    }
    return ways.back();
  }

 private:
  Steps steps_;
  std::array<int, k_cells> letter_in_{};
  std::array<int, k_cells> cell_of_{};
};

long long number_of(const std::string& word) {
  Prefix prefix;
  long long number = 1;
  for (int cell = 0; cell < k_cells; ++cell) {
    const int last = word[static_cast<std::size_t>(cell)] - 'A';
    for (int letter = 0; letter < last; ++letter) {
      if (prefix.uses(letter)) continue;
      prefix.set(cell, letter);
      number += prefix.completions();
      prefix.clear(cell, letter);
    }
    prefix.set(cell, last);
  }
  return number;
}

std::string word_of(long long number) {
  Prefix prefix;
  std::string word;
  for (int cell = 0; cell < k_cells; ++cell) {
    for (int letter = 0; letter < k_cells; ++letter) {
      if (prefix.uses(letter)) continue;
      prefix.set(cell, letter);
      const long long count = prefix.completions();
      if (number <= count) {
        word += static_cast<char>('A' + letter);
        break;
      }
      number -= count;
      prefix.clear(cell, letter);
    }
  }
  return word;
}

}  // namespace

int main() {
  char kind = 0;
  std::cin >> kind;
  if (kind == 'W') {
    std::string word;
    std::cin >> word;
    std::cout << number_of(word) << '\n';
  } else {
    long long number = 0;
    std::cin >> number;
    std::cout << word_of(number) << '\n';
  }
}
