#pragma once

#include <arbiter/referee.hpp>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter::tests {

/// One heap; a move takes 1 to 3. Who takes the last one wins; with the argument `last=draw` that
/// is a draw for the first player.
class Nim {
 public:
  struct State {
    int heap = 0;
    Player mover = Player::first;
  };
  using Move = int;

  explicit Nim(const RefereeCall& call)
      : heap_(std::atoi(call.input.c_str())), draws_(!call.args.empty()) {
    if (heap_ <= 0) throw BadInput("the heap must not be empty");
  }

  State start() const { return {heap_, Player::first}; }
  std::string opening() const { return std::to_string(heap_) + "\n"; }
  Player mover(const State& state) const { return state.mover; }

  ReadMove<int> read_move(const State& state, std::string_view line) const {
    ReadMove<int> read = read_number(line, 1, 3, "a count");
    if (read.move && *read.move > state.heap)
      return ReadMove<int>::illegal("only " + std::to_string(state.heap) + " left");
    return read;
  }

  std::string written(int move) const { return std::to_string(move); }

  void apply(State& state, int move) const {
    state.heap -= move;
    state.mover = state.mover == Player::first ? Player::second : Player::first;
  }

  std::optional<Ending> ending(const State& state) const {
    if (state.heap > 0) return std::nullopt;
    if (state.mover == Player::first) return Ending::loss("the referee took the last one");
    if (draws_) return Ending::draw(0.25, "half a win");
    return Ending::win("took the last one");
  }

  int choose_move(const State& state) const { return state.heap % 4 == 0 ? 1 : state.heap % 4; }

  std::string draw(const State& state) const {
    return "heap:\n" + std::string(static_cast<std::size_t>(state.heap), '*');
  }

  std::string describe(const State& state, int move) const {
    return "leaves " + std::to_string(state.heap - move);
  }

  std::string note(const State& state, int move) const {
    const bool gives_away = state.heap % 4 != 0 && move != state.heap % 4;
    return gives_away ? "gives the win away" : "";
  }

 private:
  int heap_;
  bool draws_;
};

}  // namespace arbiter::tests
