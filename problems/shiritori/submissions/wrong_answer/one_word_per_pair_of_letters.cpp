// Bug: counts words that begin alike and end alike once only.
#include <arbiter/trail_game.hpp>
#include <iostream>
#include <string>
#include <vector>

std::vector<std::string> words;
std::vector<bool> used;
arbiter::TrailPosition game;
arbiter::TrailSolver solver;

int first(std::size_t word) {
  return words[word].front() - 'a';
}
int last(std::size_t word) {
  return words[word].back() - 'a';
}

arbiter::TrailPosition with_single_words(arbiter::TrailPosition position) {
  for (auto& row : position.edges)
    for (auto& number : row)
      if (number > 1) number = 1;
  return position;
}

/// The word was said: it is used up, and its last letter comes next.
void say(std::size_t word) {
  used[word] = true;
  game = game.after(last(word));
}

std::size_t find(const std::string& said) {
  std::size_t i = 0;
  while (words[i] != said)
    ++i;
  return i;
}

/// A word that wins, else any that fits.
std::size_t winning_word() {
  std::size_t best = words.size();
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (used[i] || first(i) != game.at) continue;
    best = i;
    if (solver.mover_wins(with_single_words(game.after(last(i)))) == false) break;
  }
  return best;
}

int main() {
  std::size_t n = 0;
  std::cin >> n;
  words.resize(n);
  used.assign(n, false);
  for (std::string& word : words)
    std::cin >> word;
  for (std::size_t i = 1; i < n; ++i)
    game.add(first(i), last(i));
  used[0] = true;
  game.at = last(0);
  while (true) {
    const std::size_t mine = winning_word();
    if (mine == n) {
      std::cout << "-" << std::endl;
      return 0;
    }
    std::cout << words[mine] << std::endl;
    say(mine);
    std::string reply;
    std::cin >> reply;
    if (reply == "-") return 0;
    say(find(reply));
  }
}
