// Bug: its table has room for 200 words.
#include <arbiter/trail_game.hpp>
#include <array>
#include <iostream>
#include <string>

std::array<std::string, 200> words;

int main() {
  std::size_t n = 0;
  std::cin >> n;
  arbiter::TrailPosition game;
  for (std::size_t i = 0; i < n; ++i) {
    std::cin >> words.at(i);
    if (i > 0) game.add(words[i].front() - 'a', words[i].back() - 'a');
  }
  game.at = words[0].back() - 'a';
  words[0].clear();
  arbiter::TrailSolver solver;
  while (true) {
    for (std::size_t i = 1; i < n; ++i) {
      if (words[i].empty() || words[i].front() - 'a' != game.at) continue;
      const arbiter::TrailPosition next = game.after(words[i].back() - 'a');
      if (solver.mover_wins(next) != false) continue;
      game = next;
      std::cout << words[i] << std::endl;
      words[i].clear();
      break;
    }
    std::string reply;
    std::cin >> reply;
    if (reply == "-") return 0;
    game = game.after(reply.back() - 'a');
    for (std::string& word : words)
      if (word == reply) word.clear();
  }
}
