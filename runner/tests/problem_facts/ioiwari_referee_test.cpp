// The referee of ioiwari: it makes no mistakes, and its player may make none.

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "ioiwari_boards.hpp"

namespace ioiwari::facts {
namespace {

std::vector<int> moves_of(const Rules::State& state) {
  std::vector<int> moves;
  for (int move = 1; move <= 7; ++move)
    if (state.board[static_cast<std::size_t>(move - 1)] > 0) moves.push_back(move);
  return moves;
}

/// Positions by board and lead, the first player to move.
class AllGames {
 public:
  using Key = std::pair<Board, int>;

  void visit(const Rules::State& state) {
    if (beads(state.board) == 0 || !seen_.insert(key(state)).second) return;
    if (rules_.value(state) > 0) check_moves(state);
    for (const int move : moves_of(state)) {
      Rules::State after = state;
      rules_.apply(after, move);
      for (const int reply : moves_of(after)) {
        Rules::State next = after;
        rules_.apply(next, reply);
        visit(next);
      }
    }
  }

  std::size_t positions() const { return seen_.size(); }
  long moves() const { return moves_; }

 private:
  /// What a player can do who knows the referee: win against each of its best moves, or at least
  /// if it takes the kindest of them.
  struct Chance {
    bool surely = false;
    bool perhaps = false;
  };

  static Key key(const Rules::State& state) {
    return {state.board, state.first_bank - state.second_bank};
  }

  void check_moves(const Rules::State& state) {
    for (const int move : moves_of(state)) {
      Rules::State after = state;
      rules_.apply(after, move);
      const Chance chance = chance_after(after);
      ++moves_;
      if (rules_.value(after) > 0) {
        ASSERT_TRUE(chance.surely) << rules_.draw(state) << move;
      } else {
        ASSERT_FALSE(chance.perhaps) << rules_.draw(state) << move;
      }
    }
  }

  Chance chance_after(const Rules::State& after) {
    if (beads(after.board) == 0) return chance(after);
    Chance all{true, false};
    for (const int reply : rules_.best_moves(after)) {
      Rules::State next = after;
      rules_.apply(next, reply);
      const Chance one = chance(next);
      all = {all.surely && one.surely, all.perhaps || one.perhaps};
    }
    return all;
  }

  Chance chance(const Rules::State& state) {
    if (beads(state.board) == 0) {
      const bool won = state.first_bank > state.second_bank;
      return {won, won};
    }
    const auto known = chances_.find(key(state));
    if (known != chances_.end()) return known->second;
    Chance any;
    for (const int move : moves_of(state)) {
      Rules::State after = state;
      rules_.apply(after, move);
      const Chance one = chance_after(after);
      any = {any.surely || one.surely, any.perhaps || one.perhaps};
    }
    return chances_[key(state)] = any;
  }

  Rules rules_{{"4 3 2 4 2 3 2\n", {}}};
  std::set<Key> seen_;
  std::map<Key, Chance> chances_;
  long moves_ = 0;
};

TEST(IoiwariReferee, PunishesEachMoveThatGivesTheWinAwayAndNoOther) {
  AllGames games;
  for (const Board& board : start_boards()) {
    Rules::State start;
    start.board = board;
    games.visit(start);
  }
  EXPECT_EQ(games.positions(), 138670U);
  EXPECT_EQ(games.moves(), 447286);
}

TEST(IoiwariReferee, HasADifferentHabitOnDifferentBoards) {
  int first = 0;
  int last = 0;
  int other = 0;
  for (const Board& board : start_boards()) {
    Rules rules({input_line(board), {}});
    for (const int move : {1, 2, 3, 4, 5, 6, 7}) {
      Rules::State state = rules.start();
      rules.apply(state, move);
      const std::vector<int> best = rules.best_moves(state);
      const int choice = rules.choose_move(state);
      EXPECT_NE(std::find(best.begin(), best.end(), choice), best.end());
      EXPECT_EQ(rules.choose_move(state), choice) << "the same each time";
      if (best.size() < 3) continue;
      first += choice == best.front() ? 1 : 0;
      last += choice == best.back() ? 1 : 0;
      other += choice != best.front() && choice != best.back() ? 1 : 0;
    }
  }
  EXPECT_GT(first, 0);
  EXPECT_GT(last, 0);
  EXPECT_GT(other, 0);
}

TEST(IoiwariReferee, NamesMistakesAndSlips) {
  Rules rules({"2 2 2 4 4 2 4\n", {}});
  Rules::State state = rules.start();
  EXPECT_EQ(rules.note(state, 1), "a mistake: the value falls from +4 to -4, the win is gone");
  EXPECT_EQ(rules.note(state, 2), "a slip: the value falls from +4 to +2");
  EXPECT_EQ(rules.note(state, 4), "");
}

TEST(IoiwariReferee, CallsOnlyTheFirstMoveAMistakeThatGivesTheWinAway) {
  Rules rules({"4 3 2 4 2 3 2\n", {}});
  Rules::State state = rules.start();
  EXPECT_EQ(rules.note(state, 1), "a mistake: the value falls from +2 to 0, the win is gone");
  rules.apply(state, 1);
  rules.apply(state, rules.choose_move(state));
  EXPECT_EQ(rules.note(state, 1), "");
  EXPECT_EQ(rules.note(state, 3), "a further mistake: the value falls from 0 to -4");
}

TEST(IoiwariReferee, ReadsAnyBoardAndRefusesWhatIsNone) {
  EXPECT_EQ(Rules({"0 0 5 0 1 0 0", {}}).start().board, (Board{0, 0, 5, 0, 1, 0, 0}));
  for (const char* input : {"", "1 2 3 4 5 0", "1 2 3 4 5 0 6", "0 0 0 0 0 0 0", "1 1 1 1 1 1 1 1",
                            "1 1 1 x 1 1 1", "1 1 1 -1 1 1 1"})
    EXPECT_THROW(Rules({input, {}}), arbiter::BadInput) << input;
}

TEST(IoiwariReferee, ExplainsItselfToPeople) {
  Rules rules({"0 3 2 4 2 3 2\n", {}});
  const Rules::State state = rules.start();
  EXPECT_EQ(rules.read_move(state, "1").reason, "pit 1 is empty; the board is 0 3 2 4 2 3 2");
  EXPECT_EQ(rules.read_move(state, "8").reason, "expected a pit (1 to 7), got \"8\"");
  EXPECT_EQ(rules.read_move(state, "7").move, 7);
  EXPECT_EQ(rules.describe(state, 2),
            "pit 2 leaves 0 0 3 5 0 3 2; 3 to the bank of who moves, 0 to the other");
  EXPECT_EQ(rules.draw(state),
            "pit    1  2  3  4  5  6  7\n"
            "beads  .  3  2  4  2  3  2\n"
            "bank of the first player: 0, of the second: 0\n");
}

}  // namespace
}  // namespace ioiwari::facts
