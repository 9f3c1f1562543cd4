// Bug: a move after which the opponent cannot win at once is taken for a winning move.
#include <iostream>
#include <string>

bool increasing(const std::string& word) {
  for (size_t i = 1; i < word.size(); ++i)
    if (word[i - 1] >= word[i]) return false;
  return true;
}

bool wins_at_once(const std::string& word) {
  for (size_t i = 0; i < word.size(); ++i)
    if (increasing(word.substr(0, i) + word.substr(i + 1))) return true;
  return false;
}

int main() {
  std::string word;
  std::cin >> word;
  bool wins = wins_at_once(word);
  for (size_t i = 0; i < word.size() && !wins; ++i)
    wins = !wins_at_once(word.substr(0, i) + word.substr(i + 1));
  std::cout << wins << std::endl;
}
