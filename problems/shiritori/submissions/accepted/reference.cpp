// Asks for each ending of a word whether it leaves the judge a lost game. Pairs of words that lead
// there and back are cancelled before the search, and positions are remembered.
#include <arbiter/trail_game.hpp>
#include <cstddef>
#include <iostream>
#include <string>
#include <vector>

namespace {

int first(const std::string& word) {
  return word.front() - 'a';
}
int last(const std::string& word) {
  return word.back() - 'a';
}

/// Takes a word out of the list and out of the game, and goes to its last letter.
void say(std::vector<std::string>& words, std::size_t place, arbiter::TrailPosition& game) {
  game = game.after(last(words[place]));
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(place));
}

/// Asks with little patience first: that a word loses can take far longer to find out than that
/// another one wins.
std::size_t winning_word(const std::vector<std::string>& words, const arbiter::TrailPosition& game,
                         arbiter::TrailSolver& solver) {
  constexpr std::size_t k_most_patience = 100'000'000;
  for (std::size_t patience = 1000; patience <= k_most_patience; patience *= 10) {
    solver.limit(patience);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool fits = first(words[i]) == game.at;
      if (fits && solver.mover_wins(game.after(last(words[i]))) == false) return i;
    }
  }
  return words.size();
}

}  // namespace

int main() {
  std::size_t count = 0;
  std::string start;
  std::cin >> count >> start;
  std::vector<std::string> words(count - 1);
  arbiter::TrailPosition game;
  game.at = last(start);
  for (std::string& word : words) {
    std::cin >> word;
    game.add(first(word), last(word));
  }
  arbiter::TrailSolver solver(10'000'000, 50'000);
  while (true) {
    const std::size_t best = winning_word(words, game, solver);
    if (best == words.size()) return 1;
    std::cout << words[best] << std::endl;
    say(words, best, game);
    std::string reply;
    std::cin >> reply;
    if (reply == "-") return 0;
    std::size_t place = 0;
    while (place < words.size() && words[place] != reply)
      ++place;
    if (place == words.size()) return 1;
    say(words, place, game);
  }
}
