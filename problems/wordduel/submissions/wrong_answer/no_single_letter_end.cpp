// Bug: a single letter does not end the game; whoever takes the very last letter wins.
#include <iostream>
#include <map>
#include <string>

std::map<std::string, bool> known;

bool increasing(const std::string& word) {
  if (word.size() == 1) return false;
  for (size_t i = 1; i < word.size(); ++i)
    if (word[i - 1] >= word[i]) return false;
  return true;
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
