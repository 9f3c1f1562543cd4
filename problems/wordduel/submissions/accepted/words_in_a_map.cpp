// Depth-first search that remembers words instead of sets of places, so that equal words which
// arise from different deletions are searched once.
#include <algorithm>
#include <functional>
#include <iostream>
#include <string>
#include <unordered_map>

namespace {

std::unordered_map<std::string, bool> known;

bool is_increasing(const std::string& word) {
  return std::adjacent_find(word.begin(), word.end(), std::greater_equal<char>()) == word.end();
}

bool mover_wins(const std::string& word) {
  if (is_increasing(word)) return false;
  const auto found = known.find(word);
  if (found != known.end()) return found->second;
  bool wins = false;
  for (std::size_t i = 0; i < word.size() && !wins; ++i)
    wins = !mover_wins(word.substr(0, i) + word.substr(i + 1));
  known[word] = wins;
  return wins;
}

}  // namespace

int main() {
  std::string word;
  std::cin >> word;
  std::cout << mover_wins(word) << '\n';
}
