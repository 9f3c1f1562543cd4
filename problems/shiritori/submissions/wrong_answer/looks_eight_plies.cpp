// Bug: looks eight plies ahead and takes any word that is not seen to lose by then.
#include <iostream>
#include <string>
#include <vector>

std::vector<std::string> words;
std::vector<bool> used;
int unused[26][26];  // how many words are left, by first and last letter

int first(std::size_t word) {
  return words[word].front() - 'a';
}
int last(std::size_t word) {
  return words[word].back() - 'a';
}

void mark_used(std::size_t word) {
  used[word] = true;
  --unused[first(word)][last(word)];
}

bool surely_lost(int letter, int plies);

/// Whether the player to move can force a win within `plies`.
bool surely_won(int letter, int plies) {
  bool won = false;
  for (int to = 0; to < 26 && plies > 0 && !won; ++to) {
    if (unused[letter][to] == 0) continue;
    --unused[letter][to];
    won = surely_lost(to, plies - 1);
    ++unused[letter][to];
  }
  return won;
}

bool surely_lost(int letter, int plies) {
  bool lost = plies > 0;
  for (int to = 0; to < 26 && lost; ++to) {
    if (unused[letter][to] == 0) continue;
    --unused[letter][to];
    lost = surely_won(to, plies - 1);
    ++unused[letter][to];
  }
  return lost;
}

/// A word that wins, else the first that is not seen to lose, else any; 0 if there is none.
std::size_t choose(std::size_t before) {
  std::size_t best = 0;
  int best_value = -1;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (used[i] || first(i) != last(before)) continue;
    --unused[first(i)][last(i)];
    const int value = surely_lost(last(i), 7) ? 2 : surely_won(last(i), 7) ? 0 : 1;
    ++unused[first(i)][last(i)];
    if (value <= best_value) continue;
    best = i;
    best_value = value;
  }
  return best;
}

int main() {
  std::size_t n = 0;
  std::cin >> n;
  words.resize(n);
  used.assign(n, false);
  for (std::size_t i = 0; i < n; ++i) {
    std::cin >> words[i];
    ++unused[first(i)][last(i)];
  }
  mark_used(0);
  std::size_t before = 0;
  while (true) {
    const std::size_t mine = choose(before);
    if (mine == 0) {
      std::cout << "-" << std::endl;
      return 0;
    }
    std::cout << words[mine] << std::endl;
    mark_used(mine);
    std::string reply;
    std::cin >> reply;
    if (reply == "-") return 0;
    before = 0;
    while (words[before] != reply)
      ++before;
    mark_used(before);
  }
}
