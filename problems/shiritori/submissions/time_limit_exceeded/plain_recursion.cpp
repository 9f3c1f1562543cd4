// Bug: searches without memory and without cancelling pairs of words.
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

bool mover_wins(int letter) {
  bool wins = false;
  for (int to = 0; to < 26 && !wins; ++to) {
    if (unused[letter][to] == 0) continue;
    --unused[letter][to];
    wins = !mover_wins(to);
    ++unused[letter][to];
  }
  return wins;
}

/// A word that wins, else any; 0 if there is none.
std::size_t choose(std::size_t before) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (used[i] || first(i) != last(before)) continue;
    best = i;
    --unused[first(i)][last(i)];
    const bool wins = !mover_wins(last(i));
    ++unused[first(i)][last(i)];
    if (wins) break;
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
