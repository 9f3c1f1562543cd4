// Bug: judges letters as if words were never used up, and says a word again.
#include <iostream>
#include <string>
#include <vector>

std::vector<std::string> words;
bool leads[26][26];
enum { unknown, won, lost } value[26];

/// Letters that nothing begins with are lost, those that lead to a lost one are won, and so on.
void judge_letters() {
  for (int round = 0; round < 26; ++round) {
    for (int letter = 0; letter < 26; ++letter) {
      bool to_lost = false;
      bool only_to_won = true;
      for (int to = 0; to < 26; ++to) {
        if (!leads[letter][to]) continue;
        to_lost = to_lost || value[to] == lost;
        only_to_won = only_to_won && value[to] == won;
      }
      if (to_lost) value[letter] = won;
      if (!to_lost && only_to_won) value[letter] = lost;
    }
  }
}

int main() {
  int n = 0;
  std::cin >> n;
  words.resize(n);
  for (int i = 0; i < n; ++i) {
    std::cin >> words[i];
    if (i > 0) leads[words[i].front() - 'a'][words[i].back() - 'a'] = true;
  }
  judge_letters();
  std::string before = words[0];
  do {
    std::string best = "-";
    for (int i = 1; i < n; ++i) {
      if (words[i].front() != before.back()) continue;
      if (best == "-" || value[words[i].back() - 'a'] == lost) best = words[i];
    }
    std::cout << best << std::endl;
    if (best == "-") return 0;
    std::cin >> before;
  } while (before != "-");
}
