// A random start board with a property, for stress: any, one of all (--kind any); turned from a
// smallest board, so that all 51 circles are equally likely (circle); the best difference is
// --value (value); so many first moves win (winning) or are best (best); or a player of that name
// does not win on it: takes the most at once (greedy), minds the reply (reply), takes the first pit
// that is not empty (first), the last one (last), the fullest (fullest).
#include <algorithm>
#include <arbiter/generator.hpp>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "rules.hpp"
#include "start_boards.hpp"

namespace {

using ioiwari::Board;
using ioiwari::k_pits;

/// How much a player likes a move.
using Liking = std::function<int(const Board&, std::size_t)>;

int gain(const Board& board, std::size_t pit) {
  const ioiwari::Sown sown = ioiwari::sow(board, pit);
  return sown.mover - sown.opponent;
}

int gain_after_reply(const Board& board, std::size_t pit) {
  const Board next = ioiwari::sow(board, pit).board;
  int reply = ioiwari::beads(next) == 0 ? 0 : -static_cast<int>(k_pits);
  for (std::size_t other = 0; other < k_pits; ++other)
    if (next[other] > 0) reply = std::max(reply, gain(next, other));
  return gain(board, pit) - reply;
}

/// Whether a player who always takes the first of the moves that it likes best loses or draws.
bool fails(const Board& start, const Liking& liking) {
  ioiwari::Rules rules({ioiwari::input_line(start), {}});
  ioiwari::Rules::State state = rules.start();
  while (!rules.ending(state)) {
    int move = 0;
    if (state.mover == arbiter::Player::second) {
      move = rules.choose_move(state);
    } else {
      int most = -100;
      for (std::size_t pit = 0; pit < k_pits; ++pit) {
        if (state.board[pit] == 0 || liking(state.board, pit) <= most) continue;
        most = liking(state.board, pit);
        move = static_cast<int>(pit) + 1;
      }
    }
    rules.apply(state, move);
  }
  return rules.ending(state)->outcome != arbiter::Outcome::win;
}

int count_moves(ioiwari::Values& values, const Board& board, int least) {
  int count = 0;
  for (std::size_t pit = 0; pit < k_pits; ++pit)
    count += board[pit] > 0 && values.of_move(board, pit) >= least ? 1 : 0;
  return count;
}

bool is_smallest_turn(const Board& board) {
  Board turned = board;
  for (std::size_t turn = 1; turn < k_pits; ++turn) {
    std::rotate(turned.begin(), turned.begin() + 1, turned.end());
    if (turned < board) return false;
  }
  return true;
}

std::vector<Board> boards_with(const std::function<bool(const Board&)>& property) {
  std::vector<Board> boards = ioiwari::start_boards();
  boards.erase(std::remove_if(boards.begin(), boards.end(), std::not_fn(property)), boards.end());
  if (boards.empty()) throw std::runtime_error("no start board is like that");
  return boards;
}

std::vector<Board> boards_of_kind(const std::string& kind, int value, int moves) {
  ioiwari::Values values;
  if (kind == "any") return ioiwari::start_boards();
  if (kind == "circle") return boards_with(is_smallest_turn);
  if (kind == "value")
    return boards_with([&](const Board& board) { return values.of(board) == value; });
  if (kind == "winning")
    return boards_with([&](const Board& board) { return count_moves(values, board, 1) == moves; });
  if (kind == "best")
    return boards_with(
        [&](const Board& board) { return count_moves(values, board, values.of(board)) == moves; });
  Liking liking;
  if (kind == "greedy") liking = gain;
  if (kind == "reply") liking = gain_after_reply;
  if (kind == "first") liking = [](const Board&, std::size_t) { return 0; };
  if (kind == "last") liking = [](const Board&, std::size_t pit) { return static_cast<int>(pit); };
  if (kind == "fullest") liking = [](const Board& board, std::size_t pit) { return board[pit]; };
  return boards_with([&](const Board& board) { return fails(board, liking); });
}

}  // namespace

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& gen, arbiter::Options& options) {
    const std::string kind = options.word("kind", {"any", "circle", "value", "winning", "best",
                                                   "greedy", "reply", "first", "last", "fullest"});
    const auto value = static_cast<int>(options.integer("value", 2, 6, 2));
    const auto moves = static_cast<int>(options.integer("moves", 1, 5, 1));
    options.require(value % 2 == 0, "--value: differences are even");
    gen.finish();
    Board board = gen.pick(boards_of_kind(kind, value, moves));
    if (kind == "circle") {
      const auto turns = gen.integer(0, k_pits - 1);
      std::rotate(board.begin(), board.begin() + turns, board.end());
    }
    gen.out() << ioiwari::input_line(board);
  });
}
