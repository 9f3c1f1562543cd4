// Depth-first search from the board in play, remembering the boards it has met in a hash map; it
// stops at the first move that wins, so it needs to know only which differences can be reached.
#include <array>
#include <cstdint>
#include <iostream>
#include <unordered_map>

namespace {

struct Position {
  std::array<std::int8_t, 7> pits{};
  int lead = 0;  // bank of the player to move less the other's

  bool is_over() const { return code() == 0; }

  std::uint32_t code() const {
    std::uint32_t code = 0;
    for (const int pit : pits)
      code = code << 3U | static_cast<std::uint32_t>(pit);
    return code;
  }

  Position after(int move) const {
    Position next = *this;
    int hand = next.pits[move];
    next.pits[move] = 0;
    int at = (move + 1) % 7;
    for (; hand > 1; at = (at + 1) % 7) {
      if (next.pits[at] == 5) {
        --next.pits[at];
        ++next.lead;
      } else {
        ++next.pits[at];
        --hand;
      }
    }
    const int met = next.pits[at];
    if (met >= 1 && met <= 4) {
      next.lead += met + 1;
      next.pits[at] = 0;
    } else {
      --next.lead;
    }
    next.lead = -next.lead;
    return next;
  }
};

/// Remembers which boards can be won by how much.
class Search {
 public:
  /// Whether the player to move can end more than `goal` ahead.
  bool reaches(const Position& position, int goal) {
    if (position.is_over()) return position.lead > goal;
    // Only what is still to be won matters, not what is in the banks.
    const std::uint32_t key =
        position.code() << 8U | static_cast<std::uint32_t>(goal - position.lead + 100);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    bool reached = false;
    for (int move = 0; move < 7 && !reached; ++move)
      reached = position.pits[move] > 0 && keeps(position, move, goal);
    known_.emplace(key, reached);
    return reached;
  }

  /// Whether `move` is good enough to end more than `goal` ahead: the other one does not get to
  /// -goal or more, which is the same as not to more than -goal - 1.
  bool keeps(const Position& position, int move, int goal) {
    return !reaches(position.after(move), -goal - 1);
  }

 private:
  std::unordered_map<std::uint32_t, bool> known_;
};

int winning_move(Search& search, const Position& position) {
  for (int move = 0; move < 7; ++move)
    if (position.pits[move] > 0 && search.keeps(position, move, 0)) return move;
  return -1;  // never, as every start board is won
}

}  // namespace

int main() {
  Position position;
  for (std::int8_t& pit : position.pits) {
    int beads = 0;
    std::cin >> beads;
    pit = static_cast<std::int8_t>(beads);
  }
  Search search;
  while (!position.is_over()) {
    const int move = winning_move(search, position);
    if (move < 0) return 1;
    std::cout << move + 1 << std::endl;
    position = position.after(move);
    int answer = 0;
    if (position.is_over() || !(std::cin >> answer)) break;
    position = position.after(answer - 1);
  }
}
