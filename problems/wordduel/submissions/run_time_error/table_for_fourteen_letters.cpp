// Bug: the table of answers has room for words of 14 letters, not 15.
#include <iostream>
#include <string>
#include <vector>

std::string word;
std::vector<char> answer(1 << 14, -1);

bool increasing(int kept) {
  char previous = 0;
  for (size_t i = 0; i < word.size(); ++i) {
    if (!(kept >> i & 1)) continue;
    if (word[i] <= previous) return false;
    previous = word[i];
  }
  return true;
}

bool mover_wins(int kept) {
  char& known = answer.at(kept);
  if (known >= 0) return known;
  known = 0;
  if (increasing(kept)) return false;
  for (size_t i = 0; i < word.size() && !known; ++i)
    if (kept >> i & 1) known = !mover_wins(kept ^ (1 << i));
  return known;
}

int main() {
  std::cin >> word;
  std::cout << mover_wins((1 << word.size()) - 1) << std::endl;
}
