// Bug: prints "Win:" without the blank before the colon.
#include <algorithm>
#include <deque>
#include <iostream>
#include <set>
#include <string>
#include <vector>

using namespace std;

deque<int> deck;
vector<deque<int>> piles;

bool fits(int sum) {
  return sum == 10 || sum == 20 || sum == 30;
}

void take_out(deque<int>& pile, int a, int b, int c) {
  int cards[3] = {pile[a], pile[b], pile[c]};
  for (int card : cards)
    deck.push_back(card);
  pile.erase(pile.begin() + c);
  pile.erase(pile.begin() + b);
  pile.erase(pile.begin() + a);
}

bool take_three(deque<int>& pile) {
  int n = pile.size();
  if (n < 3) return false;
  if (fits(pile[0] + pile[1] + pile[n - 1]))
    take_out(pile, 0, 1, n - 1);
  else if (fits(pile[0] + pile[n - 2] + pile[n - 1]))
    take_out(pile, 0, n - 2, n - 1);
  else if (fits(pile[n - 3] + pile[n - 2] + pile[n - 1]))
    take_out(pile, n - 3, n - 2, n - 1);
  else
    return false;
  return true;
}

string state() {
  string text(deck.begin(), deck.end());
  for (const deque<int>& pile : piles) {
    text += '|';
    text.append(pile.begin(), pile.end());
  }
  return text;
}

void play() {
  set<string> seen;
  int next = 0, dealt = 7, left = 7;
  while (true) {
    while (piles[next].empty())
      next = (next + 1) % 7;
    deque<int>& pile = piles[next];
    pile.push_back(deck.front());
    deck.pop_front();
    ++dealt;
    while (take_three(pile)) {
    }
    if (pile.empty()) --left;
    next = (next + 1) % 7;
    if (left == 0) {
      cout << "Win: " << dealt << endl;
      return;
    }
    if (deck.empty()) {
      cout << "Loss: " << dealt << endl;
      return;
    }
    if (!seen.insert(state()).second) {
      cout << "Draw: " << dealt << endl;
      return;
    }
  }
}

int main() {
  int card;
  while (cin >> card && card != 0) {
    deck.assign(1, card);
    for (int i = 1; i < 52; ++i) {
      cin >> card;
      deck.push_back(card);
    }
    piles.assign(7, deque<int>());
    for (int i = 0; i < 7; ++i) {
      piles[i].push_back(deck.front());
      deck.pop_front();
    }
    play();
  }
}
