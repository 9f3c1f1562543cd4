#include "arbiter/game_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace arbiter {
namespace {

/// A game on numbers: moves lead to smaller ones, as drawn. Some numbers have an outcome.
struct DrawnGame {
  using State = int;

  std::vector<std::vector<ScoredMove<int>>> all;
  std::map<int, int> ends;

  static DrawnGame draw(std::mt19937& random) {
    DrawnGame game;
    const int size = 1 + static_cast<int>(random() % 14);
    for (int state = 0; state < size; ++state) {
      game.all.push_back({});
      for (int next = 0; next < state; ++next) {
        if (random() % 3 == 0)
          game.all.back().push_back({static_cast<int>(random() % 7) - 3, next});
      }
      if (random() % 5 == 0) game.ends[state] = static_cast<int>(random() % 9) - 4;
    }
    return game;
  }

  [[nodiscard]] int last() const { return static_cast<int>(all.size()) - 1; }
};

struct ToWin : DrawnGame {
  [[nodiscard]] std::optional<bool> outcome(int state) const {
    const auto end = ends.find(state);
    return end == ends.end() ? std::nullopt : std::optional(end->second > 0);
  }

  // Read once only, as what a generator of moves gives may be.
  [[nodiscard]] std::deque<int> moves(int state) const {
    std::deque<int> next;
    for (const auto& move : all[static_cast<std::size_t>(state)])
      next.push_back(move.next);
    return next;
  }
};

struct ForPoints : DrawnGame {
  [[nodiscard]] std::optional<int> outcome(int state) const {
    const auto end = ends.find(state);
    return end == ends.end() ? std::nullopt : std::optional(end->second);
  }

  [[nodiscard]] const std::vector<ScoredMove<int>>& moves(int state) const {
    return all[static_cast<std::size_t>(state)];
  }
};

/// The slow twins: the same rules, without memory.
bool slow_mover_wins(const ToWin& game, int state) {
  if (const auto end = game.outcome(state)) return *end;
  bool wins = false;
  for (const int next : game.moves(state))
    wins = wins || !slow_mover_wins(game, next);
  return wins;
}

int slow_value(const ForPoints& game, int state) {
  if (const auto end = game.outcome(state)) return *end;
  std::optional<int> best;
  for (const auto& move : game.moves(state))
    best = std::max(best.value_or(-1000), move.gain - slow_value(game, move.next));
  return best.value_or(0);
}

TEST(WinSearch, SaysWhatItsSlowTwinSays) {
  std::mt19937 random(20262);
  for (int round = 0; round < 2000; ++round) {
    const ToWin game{DrawnGame::draw(random)};
    WinSearch<ToWin> search(game);
    for (int state = game.last(); state >= 0; --state) {
      const bool wins = slow_mover_wins(game, state);
      ASSERT_EQ(search.mover_wins(state), wins);
      const auto move = search.winning_move(state);
      ASSERT_EQ(move.has_value(), wins && !game.outcome(state));
      if (!move) continue;
      const auto moves = game.moves(state);
      EXPECT_NE(std::find(moves.begin(), moves.end(), *move), moves.end());
      EXPECT_FALSE(slow_mover_wins(game, *move));
    }
    EXPECT_EQ(search.positions(), game.all.size());
  }
}

TEST(ScoreSearch, SaysWhatItsSlowTwinSays) {
  std::mt19937 random(20263);
  for (int round = 0; round < 2000; ++round) {
    const ForPoints game{DrawnGame::draw(random)};
    ScoreSearch<ForPoints> search(game);
    for (int state = game.last(); state >= 0; --state) {
      const int value = slow_value(game, state);
      ASSERT_EQ(search.value(state), value);
      const auto best = search.best_move(state);
      ASSERT_EQ(best.has_value(), !game.outcome(state) && !game.moves(state).empty());
      if (!best) continue;
      EXPECT_EQ(search.value_of(*best), value);
      for (const auto& move : game.moves(state)) {
        if (search.value_of(move) < value) continue;
        EXPECT_EQ(move.next, best->next) << "the first of the best is asked for";
        break;
      }
    }
    EXPECT_EQ(search.positions(), game.all.size());
  }
}

/// Heaps of stones; a player takes some of one heap, who cannot has lost.
struct Nim {
  using State = std::array<int, 3>;

  [[nodiscard]] std::vector<State> moves(const State& heaps) const {
    std::vector<State> all;
    for (std::size_t heap = 0; heap < heaps.size(); ++heap) {
      for (int left = 0; left < heaps[heap]; ++left) {
        all.push_back(heaps);
        all.back()[heap] = left;
      }
    }
    return all;
  }
};

TEST(WinSearch, NeedsNoOutcomeWhereWhoCannotMoveHasLost) {
  WinSearch<Nim, RangeHash> search;
  for (int a = 0; a < 8; ++a) {
    for (int b = 0; b < 8; ++b) {
      for (int c = 0; c < 8; ++c)
        EXPECT_EQ(search.mover_wins({a, b, c}), (a ^ b ^ c) != 0);
    }
  }
  EXPECT_EQ(search.positions(), 512U);
}

/// Coins in a row; a player takes one of the ends. What is gained does not depend on earlier gains,
/// so a position is what is left.
struct Coins {
  using State = std::string;

  [[nodiscard]] std::vector<ScoredMove<std::string>> moves(const std::string& row) const {
    if (row.empty()) return {};
    return {{row.front() - '0', row.substr(1)}, {row.back() - '0', row.substr(0, row.size() - 1)}};
  }
};

TEST(ScoreSearch, NeedsNoOutcomeWhereNothingIsLeftToGain) {
  ScoreSearch<Coins> search;
  EXPECT_EQ(search.value(""), 0);
  EXPECT_EQ(search.value("7"), 7);
  EXPECT_EQ(search.value("1911"), 8);
  EXPECT_EQ(search.value("191"), -7);
  EXPECT_EQ(search.best_move("1911")->next, "191");
  EXPECT_EQ(search.best_move("1911")->gain, 1);
  EXPECT_FALSE(search.best_move(""));
}

/// Take one or two of a heap, the last one loses for who takes it.
struct LastOneLoses {
  using State = int;

  [[nodiscard]] std::optional<bool> outcome(int heap) const {
    return heap <= 0 ? std::optional(true) : std::nullopt;
  }
  [[nodiscard]] std::vector<int> moves(int heap) const {
    if (heap == 1) return {0};
    return {heap - 1, heap - 2};
  }
};

TEST(WinSearch, LetsAFinishedGameBeWonByWhoWouldMove) {
  WinSearch<LastOneLoses> search;
  for (int heap = 1; heap < 100; ++heap)
    EXPECT_EQ(search.mover_wins(heap), heap % 3 != 1);
  EXPECT_EQ(search.winning_move(5), 4);
  EXPECT_EQ(search.winning_move(4), std::nullopt);
  EXPECT_EQ(search.winning_move(0), std::nullopt) << "the game is over";
}

/// The worked example of the problem wordduel: a letter of bdca is deleted in turn, who leaves an
/// increasing word has won. A position is the word with dots for what was deleted.
struct Bdca {
  using State = std::string;

  [[nodiscard]] std::optional<bool> outcome(const std::string& word) const {
    std::string letters = word;
    letters.erase(std::remove(letters.begin(), letters.end(), '.'), letters.end());
    const bool increases = std::is_sorted(letters.begin(), letters.end());
    return increases ? std::optional(false) : std::nullopt;
  }

  [[nodiscard]] std::vector<std::string> moves(const std::string& word) const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (word[i] == '.') continue;
      all.push_back(word);
      all.back()[i] = '.';
    }
    return all;
  }
};

TEST(WinSearch, LooksAtNoMoveBehindOneThatWins) {
  WinSearch<Bdca> search;
  EXPECT_TRUE(search.mover_wins("bdca"));
  EXPECT_EQ(search.positions(), 7U);
  EXPECT_EQ(search.winning_move("bdca"), ".dca");
  for (const std::string lost : {".dca", "...a", "..c."})
    EXPECT_FALSE(search.mover_wins(lost)) << lost;
  for (const std::string won : {"..ca", ".d.a", ".dc."})
    EXPECT_TRUE(search.mover_wins(won)) << won;
  EXPECT_EQ(search.positions(), 7U) << "these were the ones";
}

}  // namespace
}  // namespace arbiter
