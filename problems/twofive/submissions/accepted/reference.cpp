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

#include "arbiter/layered_paths.hpp"
#include "arbiter/ranking.hpp"

namespace {

constexpr int k_side = 5;
constexpr int k_cells = k_side * k_side;
constexpr int k_free = -1;

/// Tables that are filled letter by letter: the lengths of their rows, and into which cell the next
/// letter can go.
struct Tables {
  using State = std::array<int, k_side>;
  using Label = int;

  State start() const { return {}; }
  bool is_end(const State& lengths) const { return lengths.back() == k_side; }

  std::vector<arbiter::LabelledStep<State, int>> steps(const State& lengths) const {
    std::vector<arbiter::LabelledStep<State, int>> all;
    for (int row = 0; row < k_side; ++row) {
      if (lengths[row] == (row == 0 ? k_side : lengths[row - 1])) continue;
      State next = lengths;
      ++next[row];
      all.push_back({row * k_side + lengths[row], next});
    }
    return all;
  }
};

/// How many words begin with these letters.
std::uint64_t words_with(const std::vector<int>& beginning) {
  static const arbiter::LayeredPaths<Tables> tables;
  std::array<int, k_cells> cell_of;
  cell_of.fill(k_free);
  const int fixed = static_cast<int>(beginning.size());
  for (int cell = 0; cell < fixed; ++cell) {
    if (cell_of[beginning[cell]] != k_free) return 0;
    cell_of[beginning[cell]] = cell;
  }
  // Before a letter is put there are as many steps as letters before it.
  return tables.count_if([&](std::size_t letter, int cell) {
    return cell_of[letter] == k_free ? cell >= fixed : cell_of[letter] == cell;
  });
}

}  // namespace

int main() {
  char kind = 0;
  std::cin >> kind;
  if (kind == 'W') {
    std::string word;
    std::cin >> word;
    std::vector<int> letters;
    for (const char letter : word)
      letters.push_back(letter - 'A');
    std::cout << arbiter::rank_of(letters, words_with) + 1 << '\n';
  } else {
    std::uint64_t number = 0;
    std::cin >> number;
    for (const int letter : arbiter::sequence_of(number - 1, k_cells, k_cells, words_with))
      std::cout << static_cast<char>('A' + letter);
    std::cout << '\n';
  }
}
