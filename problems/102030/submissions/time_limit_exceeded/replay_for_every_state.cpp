// Bug: replays the game from the start after every card, so long games take quadratic time.
#include <deque>
#include <iostream>
#include <vector>

using namespace std;

struct Game {
  deque<int> deck;
  vector<deque<int>> piles;
  size_t next = 0;

  Game(const vector<int>& pack) : deck(pack.begin() + 7, pack.end()), piles(7) {
    for (int i = 0; i < 7; ++i)
      piles[i].push_back(pack[i]);
  }

  bool take(deque<int>& pile, int a, int b, int c) {
    if ((pile[a] + pile[b] + pile[c]) % 10 != 0) return false;
    for (int i : {a, b, c})
      deck.push_back(pile[i]);
    for (int i : {c, b, a})
      pile.erase(pile.begin() + i);
    return true;
  }

  void deal() {
    deque<int>& pile = piles[next];
    pile.push_back(deck.front());
    deck.pop_front();
    for (int n = pile.size(); n >= 3; n = pile.size())
      if (!take(pile, 0, 1, n - 1) && !take(pile, 0, n - 2, n - 1) &&
          !take(pile, n - 3, n - 2, n - 1))
        break;
    if (pile.empty())
      piles.erase(piles.begin() + next);
    else
      ++next;
    if (next >= piles.size()) next = 0;
  }
};

bool seen_earlier(const vector<int>& pack, const Game& game, int dealt) {
  Game earlier(pack);
  for (int i = 7; i < dealt; ++i) {
    if (earlier.deck == game.deck && earlier.piles == game.piles) return true;
    earlier.deal();
  }
  return false;
}

void play(const vector<int>& pack) {
  Game game(pack);
  for (int dealt = 8;; ++dealt) {
    game.deal();
    if (game.piles.empty()) {
      cout << "Win : " << dealt << endl;
      return;
    }
    if (game.deck.empty()) {
      cout << "Loss: " << dealt << endl;
      return;
    }
    if (seen_earlier(pack, game, dealt)) {
      cout << "Draw: " << dealt << endl;
      return;
    }
  }
}

int main() {
  vector<int> pack(52);
  while (cin >> pack[0] && pack[0] != 0) {
    for (int i = 1; i < 52; ++i)
      cin >> pack[i];
    play(pack);
  }
}
