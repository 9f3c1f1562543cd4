// Plays the game on intervals of the sorted list, without a tree.
//
// The words that begin with the letters said so far are neighbours in the list. So a position is an
// interval of words and the number of letters said, and the next letter splits the interval. If one
// of its words is exactly as long as what was said, it is the first of them, and the game is over.
// The parts of an interval are disjoint: each letter of each word is looked at a few times at most.
#include <cstddef>
#include <iostream>
#include <string>
#include <vector>

namespace {

class Game {
 public:
  explicit Game(std::vector<std::string> words) : words_(std::move(words)) {}

  /// The letters with which Anna can begin and win whatever Bosse does.
  std::string safe_letters() const {
    std::string safe;
    for (std::size_t begin = 0; begin < words_.size();) {
      const std::size_t end = end_of_part(begin, words_.size(), 0);
      if (can_be_left({begin, end, 1})) safe += words_[begin][0];
      begin = end;
    }
    return safe;
  }

 private:
  /// What was said: the first `length` letters of the words begin, ..., end - 1 and of no others.
  struct Position {
    std::size_t begin;
    std::size_t end;
    std::size_t length;
  };

  /// Whether the player who has just brought this position about wins.
  bool can_be_left(const Position& said) const {
    if (words_[said.begin].size() == said.length) return false;
    for (std::size_t begin = said.begin; begin < said.end;) {
      const std::size_t end = end_of_part(begin, said.end, said.length);
      if (can_be_left({begin, end, said.length + 1})) return false;
      begin = end;
    }
    // Letters that continue no word need not be tried: who says them loses.
    return true;
  }

  /// The first word of begin + 1, ..., end whose letter at `place` is another than that of `begin`.
  std::size_t end_of_part(std::size_t begin, std::size_t end, std::size_t place) const {
    const char letter = words_[begin][place];
    std::size_t at = begin + 1;
    while (at < end && words_[at][place] == letter)
      ++at;
    return at;
  }

  std::vector<std::string> words_;
};

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  std::size_t count = 0;
  std::cin >> count;
  std::vector<std::string> words(count);
  for (std::string& word : words)
    std::cin >> word;
  std::cout << "Säkra bokstäver:";
  for (const char letter : Game(std::move(words)).safe_letters())
    std::cout << ' ' << letter;
  std::cout << '\n';
}
