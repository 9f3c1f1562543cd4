// Bug: searches without memory, so a word that arises in k! orders is searched up to k! times.
#include <iostream>
#include <string>

bool increasing(const std::string& word) {
  for (size_t i = 1; i < word.size(); ++i)
    if (word[i - 1] >= word[i]) return false;
  return true;
}

bool mover_wins(const std::string& word) {
  if (increasing(word)) return false;
  for (size_t i = 0; i < word.size(); ++i) {
    std::string next = word;
    next.erase(i, 1);
    if (!mover_wins(next)) return true;
  }
  return false;
}

int main() {
  std::string word;
  std::cin >> word;
  std::cout << mover_wins(word) << std::endl;
}
