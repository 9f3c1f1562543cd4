// Bug: a strictly decreasing word ends the game as well.
#include <iostream>
#include <map>
#include <string>

std::map<std::string, bool> known;

bool increasing(const std::string& word) {
  bool up = true, down = true;
  for (size_t i = 1; i < word.size(); ++i) {
    if (word[i - 1] >= word[i]) up = false;
    if (word[i - 1] <= word[i]) down = false;
  }
  return up || down;
}

bool mover_wins(const std::string& word) {
  if (increasing(word)) return false;
  if (known.count(word)) return known[word];
  bool wins = false;
  for (size_t i = 0; i < word.size() && !wins; ++i)
    wins = !mover_wins(word.substr(0, i) + word.substr(i + 1));
  return known[word] = wins;
}

int main() {
  std::string word;
  std::cin >> word;
  std::cout << mover_wins(word) << std::endl;
}
