// Finds the first repeated state without remembering states: one game runs ahead of a resting copy
// until it meets it, which gives the length of the cycle; then two games that far apart are played
// from the start until they agree.
#include <iostream>
#include <string>
#include <vector>

namespace {

struct Game {
  std::vector<std::string> piles;
  std::string deck;
  std::size_t next = 0;
  int dealt = 7;

  explicit Game(const std::string& pack) : deck(pack.substr(7)) {
    for (int i = 0; i < 7; ++i)
      piles.push_back(pack.substr(i, 1));
  }

  bool is_won() const { return piles.empty(); }
  bool is_lost() const { return deck.empty(); }

  // `next` is left out: between equal states every remaining pile got the same number of cards.
  bool operator==(const Game& other) const { return deck == other.deck && piles == other.piles; }

  void deal() {
    std::string& pile = piles[next];
    pile += deck[0];
    deck.erase(0, 1);
    ++dealt;
    while (take(pile, 2, 1) || take(pile, 1, 2) || take(pile, 0, 3)) {
    }
    if (pile.empty())
      piles.erase(piles.begin() + static_cast<std::ptrdiff_t>(next));
    else
      ++next;
    if (next >= piles.size()) next = 0;
  }

 private:
  bool take(std::string& pile, std::size_t front, std::size_t back) {
    if (pile.size() < 3) return false;
    const std::size_t inner = pile.size() - back;
    const std::string cards = pile.substr(0, front) + pile.substr(inner);
    const int sum = cards[0] + cards[1] + cards[2];
    if (sum % 10 != 0) return false;
    deck += cards;
    pile = pile.substr(front, inner - front);
    return true;
  }
};

void play(const std::string& pack) {
  Game ahead(pack);
  Game resting = ahead;
  int limit = 1;
  int cycle = 0;
  do {
    if (cycle == limit) {
      resting = ahead;
      limit *= 2;
      cycle = 0;
    }
    ahead.deal();
    ++cycle;
    if (ahead.is_won() || ahead.is_lost()) {
      std::cout << (ahead.is_won() ? "Win : " : "Loss: ") << ahead.dealt << '\n';
      return;
    }
  } while (!(ahead == resting));

  Game first(pack);
  Game second(pack);
  for (int i = 0; i < cycle; ++i)
    second.deal();
  while (!(first == second)) {
    first.deal();
    second.deal();
  }
  std::cout << "Draw: " << second.dealt << '\n';
}

}  // namespace

int main() {
  std::string pack;
  for (int card = 0; std::cin >> card && card != 0;) {
    pack += static_cast<char>(card);
    if (pack.size() < 52) continue;
    play(pack);
    pack.clear();
  }
}
