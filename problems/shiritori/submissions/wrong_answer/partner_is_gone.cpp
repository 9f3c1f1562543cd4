// Bug: answers a cancelled word by the first word of its pair, even when that one is gone.
#include <arbiter/trail_game.hpp>
#include <iostream>
#include <string>
#include <vector>

std::vector<std::string> words;
std::vector<bool> used;
arbiter::TrailSolver solver;

int first(std::size_t word) {
  return words[word].front() - 'a';
}
int last(std::size_t word) {
  return words[word].back() - 'a';
}

/// A word that leads where the surplus game is lost; the search knows surplus words only.
std::size_t surplus_word(const arbiter::TrailPosition& surplus) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (used[i] || first(i) != surplus.at) continue;
    best = i;
    if (surplus.count(first(i), last(i)) > 0 && solver.mover_wins(surplus.after(last(i))) == false)
      break;
  }
  return best;
}

/// A word that leads back from `word`.
std::size_t partner(std::size_t word) {
  std::size_t i = 1;
  while (i < words.size() && (i == word || first(i) != last(word) || last(i) != first(word)))
    ++i;
  return i == words.size() ? 0 : i;
}

int main() {
  std::size_t n = 0;
  std::cin >> n;
  words.resize(n);
  used.assign(n, false);
  arbiter::TrailPosition all;
  for (std::size_t i = 0; i < n; ++i) {
    std::cin >> words[i];
    if (i > 0) all.add(first(i), last(i));
  }
  arbiter::TrailPosition surplus = cancelled(all);
  surplus.at = last(0);
  std::size_t mine = surplus_word(surplus);
  while (mine != 0) {
    std::cout << words[mine] << std::endl;
    used[mine] = true;
    if (surplus.count(first(mine), last(mine)) > 0) surplus.add(first(mine), last(mine), -1);
    std::string reply;
    std::cin >> reply;
    if (reply == "-") return 0;
    std::size_t theirs = 0;
    while (words[theirs] != reply)
      ++theirs;
    used[theirs] = true;
    if (surplus.count(first(theirs), last(theirs)) > 0) {
      surplus.at = first(theirs);
      surplus = surplus.after(last(theirs));
      mine = surplus_word(surplus);
    } else {
      surplus.at = last(theirs);
      mine = partner(theirs);
    }
  }
  std::cout << "-" << std::endl;
}
