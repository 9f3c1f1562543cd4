#pragma once

#include <algorithm>
#include <arbiter/game.hpp>
#include <arbiter/token_reader.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ioiwari.hpp"

namespace ioiwari {

using arbiter::Ending;
using arbiter::Player;
using arbiter::ReadMove;

/// Ioiwari for the referee's scaffold. A move is a pit, counted from 1. The referee plays for the
/// largest difference; among moves that are equally good it prefers, unless the game is drawn, the
/// one after which the smallest part of the replies is right, and then goes by a habit that
/// depends on the start board.
class Rules {
 public:
  using Move = int;

  struct State {
    Board board{};
    int first_bank = 0;
    int second_bank = 0;
    Player mover = Player::first;
  };

  explicit Rules(const arbiter::RefereeCall& call) {
    arbiter::TokenReader tokens(call.input);
    for (std::size_t pit = 0; pit < k_pits; ++pit) {
      const auto token = tokens.next();
      const auto count =
          arbiter::read_number(token ? token->text : "", 0, k_full, "beads in a pit");
      if (!count.move) throw arbiter::BadInput("the board: " + count.reason);
      start_[pit] = *count.move;
      habit_seed_ = habit_seed_ * 31 + static_cast<std::uint32_t>(*count.move);
    }
    if (tokens.next()) throw arbiter::BadInput("the board has more than seven pits");
    if (beads(start_) == 0) throw arbiter::BadInput("all pits of the board are empty");
  }

  State start() const { return {start_, 0, 0, Player::first}; }

  std::string opening() const { return numbers(start_) + '\n'; }

  Player mover(const State& state) const { return state.mover; }

  ReadMove<int> read_move(const State& state, std::string_view line) const {
    const ReadMove<int> read = arbiter::read_number(line, 1, k_pits, "a pit");
    if (read.move && state.board[index(*read.move)] == 0)
      return ReadMove<int>::illegal("pit " + std::to_string(*read.move) +
                                    " is empty; the board is " + numbers(state.board));
    return read;
  }

  std::string written(int move) const { return std::to_string(move); }

  void apply(State& state, int move) const {
    const Sown sown = sow(state.board, index(move));
    const bool first = state.mover == Player::first;
    state.board = sown.board;
    (first ? state.first_bank : state.second_bank) += sown.mover;
    (first ? state.second_bank : state.first_bank) += sown.opponent;
    state.mover = first ? Player::second : Player::first;
  }

  std::optional<Ending> ending(const State& state) const {
    if (beads(state.board) > 0) return std::nullopt;
    const std::string banks =
        std::to_string(state.first_bank) + '-' + std::to_string(state.second_bank);
    if (state.first_bank > state.second_bank) return Ending::win("won " + banks);
    if (state.first_bank == state.second_bank) return Ending::draw(0.5, "drawn " + banks);
    return Ending::loss("lost " + banks);
  }

  int choose_move(const State& state) {
    std::vector<int> best = best_moves(state);
    const std::uint32_t habit = habit_seed_ % 3;
    if (habit == 0) return best.front();
    if (habit == 1) return best.back();
    std::uint32_t draw = habit_seed_;
    for (const int pit : state.board)
      draw = (draw ^ static_cast<std::uint32_t>(pit)) * 2654435761U;
    return best[(draw >> 16U) % best.size()];
  }

  std::string draw(const State& state) const {
    std::string pits = "pit  ";
    std::string held = "beads";
    for (std::size_t pit = 0; pit < k_pits; ++pit) {
      pits += "  " + std::to_string(pit + 1);
      held += "  " + (state.board[pit] == 0 ? "." : std::to_string(state.board[pit]));
    }
    return pits + '\n' + held + "\nbank of the first player: " + std::to_string(state.first_bank) +
           ", of the second: " + std::to_string(state.second_bank) + '\n';
  }

  std::string describe(const State& state, int move) const {
    const Sown sown = sow(state.board, index(move));
    return "pit " + std::to_string(move) + " leaves " + numbers(sown.board) + "; " +
           std::to_string(sown.mover) + " to the bank of who moves, " +
           std::to_string(sown.opponent) + " to the other";
  }

  /// How a move of the first player compares with the best one.
  std::string note(const State& state, int move) {
    State after = state;
    apply(after, move);
    const int was = value(state);
    const int is = value(after);
    if (is == was) return {};
    const std::string change =
        ": the value falls from " + signed_text(was) + " to " + signed_text(is);
    if (was > 0 && is > 0) return "a slip" + change;
    if (was > 0) return "a mistake" + change + ", the win is gone";
    return "a further mistake" + change;
  }

  /// The difference between the banks, first less second, at the end of best play.
  int value(const State& state) {
    const int rest = values_.of(state.board);
    return state.first_bank - state.second_bank + (state.mover == Player::first ? rest : -rest);
  }

  /// The moves among which the habit chooses, in the order of the pits; never empty.
  std::vector<int> best_moves(const State& state) {
    const int wanted = value(state);
    std::vector<int> best;
    double least_share = 2;
    for (int move = 1; move <= static_cast<int>(k_pits); ++move) {
      if (state.board[index(move)] == 0) continue;
      State after = state;
      apply(after, move);
      if (value(after) != wanted) continue;
      const double share = wanted == 0 ? 0 : share_of_right_replies(after);
      if (share < least_share) best.clear();
      least_share = std::min(share, least_share);
      if (share == least_share) best.push_back(move);
    }
    return best;
  }

 private:
  static std::size_t index(int move) { return static_cast<std::size_t>(move - 1); }

  static std::string numbers(const Board& board) {
    std::string text;
    for (const int pit : board)
      text += (text.empty() ? "" : " ") + std::to_string(pit);
    return text;
  }

  static std::string signed_text(int value) {
    return (value > 0 ? "+" : "") + std::to_string(value);
  }

  /// A reply is right if it keeps a win, and in a lost position if it loses by the least.
  double share_of_right_replies(const State& state) {
    const int sign = state.mover == Player::first ? 1 : -1;
    const int least = std::min(1, sign * value(state));
    int replies = 0;
    int right = 0;
    for (int move = 1; move <= static_cast<int>(k_pits); ++move) {
      if (state.board[index(move)] == 0) continue;
      State after = state;
      apply(after, move);
      ++replies;
      right += sign * value(after) >= least ? 1 : 0;
    }
    return replies == 0 ? 0 : static_cast<double>(right) / replies;
  }

  Board start_{};
  std::uint32_t habit_seed_ = 1;
  Values values_;
};

}  // namespace ioiwari
