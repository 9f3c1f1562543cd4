// Bug: the hash table has room for 3100 positions and is never asked whether it is full; looking
// for one more then goes round for ever.
#include <array>
#include <iostream>

namespace {

constexpr int k_slots = 3100;

using Board = std::array<int, 7>;

struct Slot {
  int key = 0;
  bool wins = false;
};

std::array<Slot, k_slots> table;

int sow(Board& board, int pit) {
  int gain = 0;
  int hand = board[pit];
  board[pit] = 0;
  pit = (pit + 1) % 7;
  for (; hand > 1; pit = (pit + 1) % 7) {
    if (board[pit] == 5) {
      --board[pit];
      ++gain;
    } else {
      ++board[pit];
      --hand;
    }
  }
  if (board[pit] == 0 || board[pit] == 5) return gain - 1;
  gain += board[pit] + 1;
  board[pit] = 0;
  return gain;
}

Slot& slot_of(int key) {
  int at = static_cast<int>(key * 2654435761U % k_slots);
  while (table[at].key != 0 && table[at].key != key)
    at = (at + 1) % k_slots;
  return table[at];
}

/// Whether the player to move can end ahead, if the lead is `lead` now.
bool wins(const Board& board, int lead) {
  if (board == Board{}) return lead > 0;
  int key = lead + 32;
  for (int pit : board)
    key = key * 8 + pit;
  const Slot& slot = slot_of(key);
  if (slot.key != 0) return slot.wins;
  bool found = false;
  for (int pit = 0; pit < 7 && !found; ++pit) {
    if (board[pit] == 0) continue;
    Board next = board;
    const int after = lead + sow(next, pit);
    // The other one must not even reach a draw, which is to win with one bead more.
    found = !wins(next, 1 - after);
  }
  slot_of(key) = {key, found};
  return found;
}

int winning_move(const Board& board, int lead) {
  for (int pit = 0; pit < 7; ++pit) {
    if (board[pit] == 0) continue;
    Board next = board;
    const int after = lead + sow(next, pit);
    if (!wins(next, 1 - after)) return pit;
  }
  return 0;
}

}  // namespace

int main() {
  Board board;
  for (int& pit : board)
    std::cin >> pit;
  int lead = 0;
  while (board != Board{}) {
    const int move = winning_move(board, lead);
    std::cout << move + 1 << std::endl;
    lead += sow(board, move);
    int answer = 0;
    if (board == Board{} || !(std::cin >> answer)) break;
    lead -= sow(board, answer - 1);
  }
}
