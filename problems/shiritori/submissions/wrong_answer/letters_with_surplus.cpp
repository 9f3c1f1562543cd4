// Bug: believes that who has to begin with a letter of surplus wins with any word.
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

bool wins_for_who_plays[26];

/// Letters with more words than come back from a letter of which the same is true of no other.
void find_winning_letters() {
  bool has_surplus[26] = {};
  for (int a = 0; a < 26; ++a)
    for (int b = 0; b < 26; ++b)
      if (a == b ? unused[a][a] % 2 != 0 : unused[a][b] > unused[b][a]) has_surplus[a] = true;
  for (int a = 0; a < 26; ++a)
    for (int b = 0; b < 26; ++b)
      if (unused[a][b] > unused[b][a] && !has_surplus[b]) wins_for_who_plays[a] = true;
}

int calls_left = 0;

/// Out of calls, it believes that the player to move has lost.
bool mover_wins(int letter) {
  if (wins_for_who_plays[letter]) return true;
  if (--calls_left < 0) return false;
  bool wins = false;
  for (int to = 0; to < 26 && !wins; ++to) {
    if (unused[letter][to] == 0) continue;
    --unused[letter][to];
    wins = !mover_wins(to);
    ++unused[letter][to];
  }
  return wins;
}

bool is_decided = false;

/// Once a letter that wins was reached, any word will do.
std::size_t first_that_fits(std::size_t before) {
  for (std::size_t i = 1; i < words.size(); ++i)
    if (!used[i] && first(i) == last(before)) return i;
  return 0;
}

/// A word that wins, else any; 0 if there is none.
std::size_t choose(std::size_t before) {
  std::size_t best = 0;
  if (wins_for_who_plays[last(before)]) is_decided = true;
  if (is_decided) return first_that_fits(before);
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (used[i] || first(i) != last(before)) continue;
    best = i;
    --unused[first(i)][last(i)];
    calls_left = 100000;
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
  find_winning_letters();
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
