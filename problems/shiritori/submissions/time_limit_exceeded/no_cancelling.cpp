// Bug: remembers positions, but without cancelling pairs of words there are far too many.
#include <array>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

std::vector<std::string> words;
std::vector<bool> used;
int unused[26][26];
std::uint64_t position = 0;  // a hash of the words that are left

struct Known {
  std::uint64_t position = 0;
  char winner = 0;
};
std::vector<Known> known(1 << 20);

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

void change(int from, int to, int by) {
  unused[from][to] += by;
  const auto word = static_cast<std::uint64_t>(from) * 26 + static_cast<std::uint64_t>(to) + 1;
  position += static_cast<std::uint64_t>(by) * mixed(word * 0x9e3779b97f4a7c15);
}

bool mover_wins(int letter) {
  const std::uint64_t here = mixed(position + static_cast<std::uint64_t>(letter) + 1);
  Known& entry = known[here % known.size()];
  if (entry.position == here) return entry.winner == 1;
  bool wins = false;
  for (int to = 0; to < 26 && !wins; ++to) {
    if (unused[letter][to] == 0) continue;
    change(letter, to, -1);
    wins = !mover_wins(to);
    change(letter, to, 1);
  }
  entry = {here, static_cast<char>(wins ? 1 : 2)};
  return wins;
}

int first(std::size_t word) {
  return words[word].front() - 'a';
}
int last(std::size_t word) {
  return words[word].back() - 'a';
}

void mark_used(std::size_t word) {
  used[word] = true;
  change(first(word), last(word), -1);
}

/// A word that wins, else any; 0 if there is none.
std::size_t choose(std::size_t before) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (used[i] || first(i) != last(before)) continue;
    best = i;
    change(first(i), last(i), -1);
    const bool wins = !mover_wins(last(i));
    change(first(i), last(i), 1);
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
    change(first(i), last(i), 1);
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
