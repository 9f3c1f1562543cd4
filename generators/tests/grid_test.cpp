#include "arbiter/grid.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "enumeration.hpp"

namespace arbiter {
namespace {

int count_of(const Grid& grid, char letter) {
  int count = 0;
  for (const std::string& row : grid) {
    for (const char each : row)
      count += each == letter ? 1 : 0;
  }
  return count;
}

/// Whether the cells of '.' hang together by their sides, and how many pairs of them do.
struct Ways {
  bool are_connected = false;
  int pairs = 0;
};

Ways ways_of(const Grid& grid) {
  Ways ways;
  std::set<std::pair<std::size_t, std::size_t>> free;
  for (std::size_t row = 0; row < grid.size(); ++row) {
    for (std::size_t column = 0; column < grid[row].size(); ++column) {
      if (grid[row][column] == '.') free.insert({row, column});
    }
  }
  if (free.empty()) return {true, 0};
  for (const auto& [row, column] : free)
    ways.pairs += static_cast<int>(free.count({row + 1, column}) + free.count({row, column + 1}));
  std::vector<std::pair<std::size_t, std::size_t>> reached = {*free.begin()};
  free.erase(free.begin());
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const auto [row, column] = reached[i];
    for (const auto& other : {std::pair(row + 1, column), std::pair(row, column + 1),
                              std::pair(row - 1, column), std::pair(row, column - 1)}) {
      if (free.erase(other) > 0) reached.push_back(other);
    }
  }
  ways.are_connected = free.empty();
  return ways;
}

template <class Draw>
std::set<Grid> all_of(Draw draw) {
  std::set<Grid> grids;
  for_each_sequence(draw, [&](const auto& played) { grids.insert(played.object); });
  return grids;
}

TEST(LetterGrid, ReachesEveryGrid) {
  EXPECT_EQ(all_of([](ChoiceSource& source) {
              return letter_grid(source, {2, 2}, "abc");
            }).size(),
            81U);
  EXPECT_EQ(
      all_of([](ChoiceSource& source) {
        return letter_grid(source, {1, 3}, "abc", {1, 0, 2});
      }),
      (std::set<Grid>{{"aaa"}, {"aac"}, {"aca"}, {"acc"}, {"caa"}, {"cac"}, {"cca"}, {"ccc"}}));
  EXPECT_EQ(all_of([](ChoiceSource& source) {
              return spotted_grid(source, {2, 3}, 1, 3);
            }).size(),
            64U);
}

TEST(LetterGrid, HasTheDensityThatWasAskedFor) {
  ChoiceSource source("density");
  // Six standard deviations of a binomial distribution.
  EXPECT_NEAR(count_of(spotted_grid(source, {90, 100}, 1, 3), '#'), 3000, 269);
  EXPECT_NEAR(count_of(letter_grid(source, {90, 100}, "ab", {2, 1}), 'b'), 3000, 269);
  EXPECT_NEAR(count_of(letter_grid(source, {90, 100}, "abc"), 'c'), 3000, 269);
  EXPECT_EQ(count_of(spotted_grid(source, {3, 3}, 1, 1), '#'), 9);
}

TEST(LetterGrid, IsOfTheFirstLetterForNothing) {
  const auto letters = [](ChoiceSource& source) { return letter_grid(source, {2, 3}, "xyz"); };
  EXPECT_EQ(play(letters, {}).object, (Grid{"xxx", "xxx"}));
  const auto spots = [](ChoiceSource& source) { return spotted_grid(source, {1, 3}, 2, 3); };
  EXPECT_EQ(play(spots, {}).object, (Grid{"..."}));
  const auto small = [](ChoiceSource& source) { return letter_grid(source, {1, 3}, "abc"); };
  expect_lowering_enlarges_nothing(small, [](const Grid& grid) { return grid; });
}

TEST(LetterGrid, RefusesWhatMakesNoSense) {
  ChoiceSource source("wrong");
  EXPECT_TRUE(letter_grid(source, {0, 0}, "").empty());
  EXPECT_THROW(letter_grid(source, {1, 1}, ""), std::invalid_argument);
  EXPECT_THROW(letter_grid(source, {-1, 1}, "a"), std::invalid_argument);
  EXPECT_THROW(letter_grid(source, {1, 1}, "ab", {1}), std::invalid_argument);
}

/// The connected sets of cells; of at most five cells in the last square.
TEST(RegionGrid, ReachesEveryRegion) {
  for (const auto& [rows, columns, regions] :
       std::vector<std::array<int, 3>>{{1, 1, 1}, {2, 2, 13}, {1, 4, 10}, {2, 3, 40}}) {
    const GridSize size{rows, columns};
    const std::set<Grid> grids = all_of([&](ChoiceSource& source) {
      return region_grid(source, size, 1, std::int64_t{size.rows} * size.columns);
    });
    EXPECT_EQ(grids.size(), static_cast<std::size_t>(regions));
    for (const Grid& grid : grids)
      EXPECT_TRUE(ways_of(grid).are_connected);
  }
  std::set<Grid> grids;
  for (int cells = 1; cells <= 5; ++cells)
    grids.merge(all_of([&](ChoiceSource& source) {
      return region_grid(source, {3, 3}, cells, cells);
    }));
  EXPECT_EQ(grids.size(), 128U);
}

TEST(RegionGrid, GrowsFromTheCornerForNothing) {
  const auto draw = [](ChoiceSource& source) { return region_grid(source, {2, 3}, 4, 6); };
  EXPECT_EQ(play(draw, {}).object, (Grid{"...", "##."}));
  const auto none = [](ChoiceSource& source) { return region_grid(source, {2, 3}, 0, 6); };
  EXPECT_EQ(play(none, {}).object, (Grid{"###", "###"}));
  expect_lowering_enlarges_nothing(
      [](ChoiceSource& source) {
        return region_grid(source, {2, 3}, 0, 5);
      },
      [](const Grid& grid) { return count_of(grid, '.'); });
}

TEST(RegionGrid, IsConnectedWhateverIsPlayed) {
  int wanted = 0;
  const auto draw = [&](ChoiceSource& source) {
    wanted = static_cast<int>(source.integer(3, 20));
    const Distribution as = source.chance(1, 2) ? towards_least(3) : towards_most(3);
    return region_grid(source, {5, 4}, 3, wanted, as);
  };
  expect_valid_whatever_is_played(draw, [&](const Grid& grid) {
    EXPECT_TRUE(ways_of(grid).are_connected);
    const int cells = count_of(grid, '.');
    EXPECT_TRUE(3 <= cells && cells <= wanted);
    EXPECT_EQ(cells + count_of(grid, '#'), 20);
  });
  ChoiceSource source("whole");
  EXPECT_EQ(count_of(region_grid(source, {7, 9}, 0, 40), '.'), 40);
  EXPECT_EQ(count_of(region_grid(source, {7, 9}, 63, 63), '.'), 63);
  EXPECT_THROW(region_grid(source, {2, 2}, 0, 5), std::invalid_argument);
  EXPECT_THROW(region_grid(source, {2, 2}, 3, 2), std::invalid_argument);
}

/// As many as the grid of rooms has spanning trees.
TEST(MazeGrid, ReachesEveryMaze) {
  for (const auto& [rows, columns, mazes] :
       std::vector<std::array<int, 3>>{{1, 1, 1}, {1, 4, 1}, {2, 2, 4}, {2, 3, 15}, {2, 4, 56}}) {
    const GridSize rooms{rows, columns};
    EXPECT_EQ(all_of([&](ChoiceSource& source) { return maze_grid(source, rooms); }).size(),
              static_cast<std::size_t>(mazes));
  }
  EXPECT_EQ(all_of([](ChoiceSource& source) { return maze_grid(source, {2, 2}, 1); }).size(), 5U);
  // The sequences of larger ones are too many to try all.
  ChoiceSource source("mazes");
  std::set<Grid> seen;
  for (int i = 0; i < 6000; ++i)
    seen.insert(maze_grid(source, {3, 3}));
  EXPECT_EQ(seen.size(), 192U);
}

TEST(MazeGrid, IsASingleWayForNothing) {
  const auto draw = [](ChoiceSource& source) { return maze_grid(source, {3, 3}, 4); };
  EXPECT_EQ(play(draw, {}).object, (Grid{"#######",  //
                                         "#.....#",  //
                                         "#####.#",  //
                                         "#...#.#",  //
                                         "#.###.#",  //
                                         "#.....#",  //
                                         "#######"}));
  expect_lowering_enlarges_nothing(
      [](ChoiceSource& source) {
        return maze_grid(source, {2, 2}, 1);
      },
      [](const Grid& grid) { return count_of(grid, '.'); });
}

TEST(MazeGrid, IsOneWhateverIsPlayed) {
  int doors = 0;
  const auto draw = [&](ChoiceSource& source) {
    doors = static_cast<int>(source.integer(0, 3));
    const Distribution as = source.chance(1, 2) ? towards_least(2) : uniformly();
    return maze_grid(source, {3, 4}, doors, as);
  };
  expect_valid_whatever_is_played(draw, [&](const Grid& grid) {
    const Ways ways = ways_of(grid);
    EXPECT_TRUE(ways.are_connected);
    // 12 rooms and a cell for each way between two: both ends of it are neighbours.
    const int free = count_of(grid, '.');
    EXPECT_TRUE(12 + 11 <= free && free <= 12 + 11 + doors);
    EXPECT_EQ(ways.pairs, 2 * (free - 12));
    for (const std::string& row : grid)
      EXPECT_EQ(row.front() == '#' && row.back() == '#' && row.size() == 9, true);
    EXPECT_EQ(count_of({grid.front(), grid.back()}, '#'), 18);
  });
  ChoiceSource source("doors");
  EXPECT_EQ(count_of(maze_grid(source, {3, 3}, 4), '.'), 9 + 8 + 4);
  EXPECT_THROW(maze_grid(source, {3, 3}, 5), std::invalid_argument);
  EXPECT_THROW(maze_grid(source, {0, 3}), std::invalid_argument);
}

TEST(Bordered, PutsALetterAround) {
  EXPECT_EQ(bordered({"ab", "cd"}), (Grid{"####", "#ab#", "#cd#", "####"}));
  EXPECT_EQ(bordered({"a"}, '0'), (Grid{"000", "0a0", "000"}));
  EXPECT_EQ(bordered({}), (Grid{"##", "##"}));
}

TEST(CellWith, FindsALetter) {
  const Grid grid = {"#.#", "..#"};
  std::set<std::pair<int, int>> seen;
  for_each_sequence([&](ChoiceSource& source) { return cell_with(source, grid, '.'); },
                    [&](const auto& played) {
                      seen.insert({played.object.row, played.object.column});
                    });
  EXPECT_EQ(seen, (std::set<std::pair<int, int>>{{0, 1}, {1, 0}, {1, 1}}));
  ChoiceSource source("none");
  EXPECT_THROW(cell_with(source, grid, 'x'), std::invalid_argument);
}

}  // namespace
}  // namespace arbiter
