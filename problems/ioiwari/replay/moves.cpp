// Shows a game of Ioiwari: the pits and banks after each move, its value, and every move of the
// submission that gives something away.
#include <arbiter/replay.hpp>

#include "rules.hpp"

namespace {

using arbiter::Player;
using arbiter::ReplayFrame;
using arbiter::ReplayThing;
using arbiter::ReplayZone;
using ioiwari::Rules;

std::string with_sign(int value) {
  return (value > 0 ? "+" : "") + std::to_string(value);
}

/// The board, with what has changed since `before` marked.
std::vector<ReplayZone> board(const Rules::State& state, const Rules::State& before) {
  const auto thing = [](int count, int was, std::string note) {
    ReplayThing beads = ReplayThing::beads(count, count == was ? "" : "moved");
    beads.note = std::move(note);
    return beads;
  };
  arbiter::ReplayPile pits;
  for (std::size_t pit = 0; pit < ioiwari::k_pits; ++pit)
    pits.push_back(thing(state.board[pit], before.board[pit], std::to_string(pit + 1)));
  return {ReplayZone::row("pits", std::move(pits)),
          ReplayZone::row("banks", {thing(state.first_bank, before.first_bank, "submission"),
                                    thing(state.second_bank, before.second_bank, "judge")})};
}

/// Marks a move of the submission after which its value is less than it was.
void judge(ReplayFrame& frame, int was, int is) {
  if (is >= was) return;
  frame.mark = was >= 0 && is <= 0 ? "mistake" : "slip";
  frame.before = with_sign(was);
  frame.after = with_sign(is);
  frame.say = was > 0 && is <= 0   ? "the win is gone"
              : was == 0 && is < 0 ? "the draw is gone"
                                   : "a better move was there";
}

class Game {
 public:
  Game(const Rules& rules, arbiter::ReplayWriter& writer)
      : rules_(rules), writer_(writer), state_(rules.start()) {
    ReplayFrame frame;
    frame.value = with_sign(rules_.value(state_));
    frame.state = board(state_, state_);
    writer_.frame(frame);
  }

  bool is_over() const { return rules_.ending(state_).has_value(); }

  /// Whether it was a legal move.
  bool play(const arbiter::Said& said) {
    ++moves_;
    const bool is_first = state_.mover == Player::first;
    const Rules::State before = state_;
    const auto read = rules_.read_move(state_, said.text);
    ReplayFrame frame;
    frame.turn = is_first ? 0 : 1;
    frame.action = read.move ? "pit " + std::to_string(*read.move) : arbiter::shown(said.text);
    if (read.move) {
      const int was = rules_.value(state_);
      rules_.apply(state_, *read.move);
      const int is = rules_.value(state_);
      frame.value = with_sign(is);
      if (is_first) judge(frame, was, is);
    } else {
      frame.is_valid = false;
      frame.mark = "mistake";
      frame.say = read.reason;
      fault_ = "move " + std::to_string(moves_) + ": " + read.reason;
    }
    frame.state = board(state_, before);
    writer_.frame(frame);
    return read.move.has_value();
  }

  void end() {
    const auto ending = rules_.ending(state_);
    if (!ending) {
      writer_.end(fault_.empty() ? "the game was not finished" : fault_, "wrong");
      return;
    }
    const auto outcome = ending->outcome;
    writer_.end(ending->message, outcome == arbiter::Outcome::win    ? "right"
                                 : outcome == arbiter::Outcome::draw ? "part"
                                                                     : "wrong");
  }

 private:
  Rules rules_;
  arbiter::ReplayWriter& writer_;
  Rules::State state_;
  int moves_ = 0;
  std::string fault_;
};

}  // namespace

int main(int argc, char** argv) {
  const arbiter::ReplayCall call(argc, argv);
  const Rules rules({call.input, {}});
  arbiter::ReplayWriter writer;
  writer.header("Ioiwari: value for the submission after each move", "submission", "judge");
  Game game(rules, writer);
  bool is_opening = true;
  for (const arbiter::Said& said : call.game()) {
    // The first line is the board.
    const bool is_board = is_opening && !said.by_submission;
    is_opening = false;
    if (is_board) continue;
    if (game.is_over() || !game.play(said)) break;
  }
  game.end();
}
