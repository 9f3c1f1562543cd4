#include "arbiter/trail_game.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <random>

namespace arbiter {
namespace {

/// Any of the small games: up to five vertices and `edges` edges, loops and parallel ones included.
TrailPosition any_position(std::mt19937& random, int vertices, int edges) {
  const auto vertex = [&] { return static_cast<int>(random() % static_cast<unsigned>(vertices)); };
  TrailPosition position;
  position.at = vertex();
  for (int i = 0; i < edges; ++i) {
    const int from = vertex();
    position.add(from, vertex());
  }
  return position;
}

TrailPosition path(std::initializer_list<int> vertices) {
  TrailPosition position;
  position.at = *vertices.begin();
  for (const int* v = vertices.begin(); v + 1 != vertices.end(); ++v)
    position.add(v[0], v[1]);
  return position;
}

TEST(TrailSolver, KnowsPathsByTheirLength) {
  TrailSolver solver;
  EXPECT_EQ(solver.mover_wins(path({3})), false);
  EXPECT_EQ(solver.mover_wins(path({3, 1})), true);
  EXPECT_EQ(solver.mover_wins(path({3, 1, 31})), false);
  EXPECT_EQ(solver.mover_wins(path({3, 1, 3, 1})), true);
  EXPECT_EQ(solver.mover_wins(path({2, 2, 2})), false) << "two loops";
  EXPECT_EQ(solver.mover_wins(path({2, 2, 2, 2})), true) << "three loops";
}

TEST(TrailSolver, CountsParallelEdgesBeyondSixBits) {
  // Round and round a triangle, until the walk ends where the side with the fewest edges began.
  for (const int fewest : {1, 2, 61, 62, 63, 64, 65, 126, 127, 128, 400}) {
    for (int side = 0; side < 3; ++side) {
      TrailPosition position;
      for (int v = 0; v < 3; ++v)
        position.add(v, (v + 1) % 3, v == side ? fewest : fewest + 1 + v);
      const int moves = 3 * fewest + side;
      TrailSolver solver;
      EXPECT_EQ(solver.mover_wins(position), moves % 2 != 0) << fewest << " on side " << side;
    }
  }
}

TEST(TrailSolver, AgreesWithTheDefinition) {
  std::mt19937 random(20250901);
  TrailSolver shared;
  TrailSolver forgetful(100'000, 3);
  int won = 0;
  constexpr int k_games = 20'000;
  for (int game = 0; game < k_games; ++game) {
    const int vertices = 1 + game % 5;
    const TrailPosition position = any_position(random, vertices, game % 11);
    const bool expected = trail_mover_wins_slowly(position);
    won += expected ? 1 : 0;
    ASSERT_EQ(shared.mover_wins(position), expected) << "game " << game;
    ASSERT_EQ(forgetful.mover_wins(position), expected) << "game " << game;
    ASSERT_EQ(trail_mover_wins_slowly(cancelled(position)), expected) << "game " << game;
  }
  EXPECT_GT(won, k_games / 4);
  EXPECT_LT(won, k_games * 3 / 4);
}

TEST(Cancelled, LeavesNoPairAndNothingElse) {
  std::mt19937 random(7);
  for (int game = 0; game < 1000; ++game) {
    const TrailPosition position = any_position(random, 4, 30);
    const TrailPosition smaller = cancelled(position);
    EXPECT_EQ(smaller.at, position.at);
    for (int a = 0; a < 4; ++a) {
      EXPECT_EQ(smaller.count(a, a), position.count(a, a) % 2);
      for (int b = 0; b < a; ++b) {
        EXPECT_EQ(smaller.count(a, b) - smaller.count(b, a),
                  position.count(a, b) - position.count(b, a));
        EXPECT_EQ(std::min(smaller.count(a, b), smaller.count(b, a)), 0);
      }
    }
  }
}

TEST(TrailSolver, GivesUpWithinItsWorkAndCanBeAskedAgain) {
  std::mt19937 random(11);
  TrailPosition hard = any_position(random, 12, 150);
  TrailSolver bounded(10);
  EXPECT_EQ(bounded.mover_wins(hard), std::nullopt);
  EXPECT_EQ(bounded.searched_by_last(), 10U);
  EXPECT_EQ(bounded.mover_wins(path({0, 1})), true);
  EXPECT_EQ(bounded.searched(), 10U);
}

}  // namespace
}  // namespace arbiter
