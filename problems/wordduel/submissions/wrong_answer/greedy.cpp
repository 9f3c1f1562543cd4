// Bug: lets both players always delete the letter that leaves the fewest places out of order.
#include <iostream>
#include <string>

int out_of_order(const std::string& word) {
  int places = 0;
  for (size_t i = 1; i < word.size(); ++i)
    if (word[i - 1] >= word[i]) ++places;
  return places;
}

int main() {
  std::string word;
  std::cin >> word;
  int player = 0;
  while (true) {
    std::string best;
    for (size_t i = 0; i < word.size(); ++i) {
      std::string next = word.substr(0, i) + word.substr(i + 1);
      if (best.empty() || out_of_order(next) < out_of_order(best)) best = next;
    }
    word = best;
    player = 1 - player;
    if (out_of_order(word) == 0) break;
  }
  std::cout << player << std::endl;
}
