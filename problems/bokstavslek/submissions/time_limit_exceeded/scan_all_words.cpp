// Right but too slow: looks through the whole list for every letter that is tried.
#include <iostream>
#include <string>
#include <vector>

std::vector<std::string> words;

// 0: no word begins so, 1: some longer word does, 2: it is a word itself.
int kind(const std::string& said) {
  int best = 0;
  for (const std::string& word : words) {
    if (word.compare(0, said.size(), said) != 0) continue;
    if (word.size() == said.size()) return 2;
    best = 1;
  }
  return best;
}

bool good(const std::string& said) {
  if (kind(said) != 1) return false;
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    if (good(said + letter)) return false;
  }
  return true;
}

int main() {
  int n;
  std::cin >> n;
  words.resize(n);
  for (std::string& word : words)
    std::cin >> word;
  std::cout << "Säkra bokstäver:";
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    if (good(std::string(1, letter))) std::cout << ' ' << letter;
  }
  std::cout << '\n';
}
