#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "arbiter/choice_source.hpp"
#include "arbiter/collections.hpp"
#include "arbiter/distribution.hpp"

namespace arbiter {

/// Rows of letters, all of one length.
using Grid = std::vector<std::string>;

struct GridSize {
  int rows = 1;
  int columns = 1;
};

/// A place in a grid, counted from 0.
struct Cell {
  int row = 0;
  int column = 0;

  bool operator==(const Cell&) const = default;
};

namespace grid_detail {

inline std::int64_t cells_of(const GridSize& size) {
  if (size.rows < 0 || size.columns < 0) throw std::invalid_argument("grid: a negative size");
  return std::int64_t{size.rows} * size.columns;
}

inline Grid filled(const GridSize& size, char letter) {
  cells_of(size);
  return Grid(static_cast<std::size_t>(size.rows),
              std::string(static_cast<std::size_t>(size.columns), letter));
}

inline char& at(Grid& grid, const Cell& cell) {
  return grid[static_cast<std::size_t>(cell.row)][static_cast<std::size_t>(cell.column)];
}

/// Cells that share a side with it, the one to the right last.
inline std::vector<Cell> neighbours(const GridSize& size, const Cell& cell) {
  std::vector<Cell> found;
  constexpr std::array<Cell, 4> k_steps = {{{-1, 0}, {0, -1}, {1, 0}, {0, 1}}};
  for (const Cell& step : k_steps) {
    const Cell other{cell.row + step.row, cell.column + step.column};
    if (other.row < 0 || other.row >= size.rows) continue;
    if (other.column < 0 || other.column >= size.columns) continue;
    found.push_back(other);
  }
  return found;
}

inline Cell any_cell(ChoiceSource& source, const GridSize& size) {
  const std::int64_t place = source.integer(0, cells_of(size) - 1);
  return {static_cast<int>(place / size.columns), static_cast<int>(place % size.columns)};
}

/// Takes one element out; simplest: the last.
template <class T>
T taken_from(ChoiceSource& source, std::vector<T>& all, const Distribution& as) {
  const auto last = static_cast<std::int64_t>(all.size()) - 1;
  const auto place = static_cast<std::size_t>(last - source.integer(0, last, as));
  const T taken = all[place];
  all[place] = all.back();
  all.pop_back();
  return taken;
}

}  // namespace grid_detail

/// Letters of the alphabet, each equally likely, or as its weight says; simplest: the first letter
/// everywhere. Each row is a span.
inline Grid letter_grid(ChoiceSource& source, const GridSize& size, std::string_view alphabet,
                        const std::vector<std::int64_t>& weights = {}) {
  if (!weights.empty() && weights.size() != alphabet.size()) {
    throw std::invalid_argument("letter_grid: not one weight for each letter");
  }
  const auto whole = source.span("grid");
  Grid grid = grid_detail::filled(size, ' ');
  for (std::string& row : grid) {
    const auto each = source.span("row");
    for (char& letter : row)
      letter = alphabet[weights.empty() ? source.index(alphabet.size())
                                        : source.weighted_index(weights)];
  }
  return grid;
}

/// '#' in `times` of `of` cells, '.' in the others; simplest: '.' everywhere that may be.
inline Grid spotted_grid(ChoiceSource& source, const GridSize& size, std::int64_t times,
                         std::int64_t of) {
  const auto whole = source.span("grid");
  Grid grid = grid_detail::filled(size, '.');
  for (std::string& row : grid) {
    const auto each = source.span("row");
    for (char& letter : row) {
      if (source.chance(times, of)) letter = '#';
    }
  }
  return grid;
}

/// `wanted` cells of '.' that are connected by their sides, all others '#'; fewer, down to `least`,
/// only when a sequence that is played back says so. Every such region can be drawn. It grows by
/// one cell beside it after the other; `as` says how long ago the region came to them, so that
/// towards_least() makes long arms and towards_most() lumps. Simplest: from the upper left corner
/// on, always at the newest cell, first to the right. Each cell is a span. Throws
/// std::invalid_argument when there are not so many cells.
inline Grid region_grid(ChoiceSource& source, const GridSize& size, std::int64_t least,
                        std::int64_t wanted, const Distribution& as = uniformly()) {
  const std::int64_t cells = grid_detail::cells_of(size);
  if (wanted > cells) throw std::invalid_argument("region_grid: there are not so many cells");
  const auto whole = source.span("region");
  constexpr char k_beside = '+';
  Grid grid = grid_detail::filled(size, '#');
  std::vector<Cell> beside;
  bool is_empty = true;
  list_towards(source, least, wanted, [&] {
    const Cell cell = is_empty ? grid_detail::any_cell(source, size)
                               : grid_detail::taken_from(source, beside, as);
    is_empty = false;
    grid_detail::at(grid, cell) = '.';
    for (const Cell& other : grid_detail::neighbours(size, cell)) {
      if (grid_detail::at(grid, other) != '#') continue;
      grid_detail::at(grid, other) = k_beside;
      beside.push_back(other);
    }
    return 0;
  });
  for (const Cell& cell : beside)
    grid_detail::at(grid, cell) = '#';
  return grid;
}

namespace grid_detail {

/// Grows the ways of a maze from cell to cell. Rooms are cells whose both coordinates are odd.
class Maze {
 public:
  Maze(ChoiceSource& source, const GridSize& rooms, const Distribution& as)
      : source_(source),
        rooms_(rooms),
        as_(as),
        grid_(filled({2 * rooms.rows + 1, 2 * rooms.columns + 1}, '#')),
        places_(static_cast<std::size_t>(cells_of(rooms))) {}

  Grid draw(std::int64_t doors) {
    visit(any_cell(source_, rooms_));
    for (std::int64_t left = cells_of(rooms_) - 1; left > 0; --left) {
      const auto each = source_.span("room");
      // Only rooms with a way to go are kept, so that each choice leads somewhere.
      const auto newest = static_cast<std::int64_t>(open_.size()) - 1;
      const Cell from = open_[static_cast<std::size_t>(newest - source_.integer(0, newest, as_))];
      const std::vector<Cell> ways = unvisited(from);
      const Cell to = ways[ways.size() - 1 - source_.index(ways.size())];
      at(grid_, between(from, to)) = '.';
      visit(to);
    }
    open_doors(doors);
    return std::move(grid_);
  }

 private:
  static Cell in_grid(const Cell& room) { return {2 * room.row + 1, 2 * room.column + 1}; }

  static Cell between(const Cell& a, const Cell& b) {
    return {a.row + b.row + 1, a.column + b.column + 1};
  }

  std::vector<Cell> unvisited(const Cell& room) {
    std::vector<Cell> found;
    for (const Cell& other : neighbours(rooms_, room)) {
      if (at(grid_, in_grid(other)) == '#') found.push_back(other);
    }
    return found;
  }

  void visit(const Cell& room) {
    at(grid_, in_grid(room)) = '.';
    for (const Cell& other : neighbours(rooms_, room)) {
      if (at(grid_, in_grid(other)) == '.' && unvisited(other).empty()) close(other);
    }
    // Comes last, so that it is the newest whatever was moved.
    if (unvisited(room).empty()) return;
    places_[index(room)] = open_.size();
    open_.push_back(room);
  }

  void close(const Cell& room) {
    const std::size_t place = places_[index(room)];
    open_[place] = open_.back();
    places_[index(open_[place])] = place;
    open_.pop_back();
  }

  std::size_t index(const Cell& room) const {
    return static_cast<std::size_t>(std::int64_t{room.row} * rooms_.columns + room.column);
  }

  void open_doors(std::int64_t doors) {
    std::vector<Cell> walls;
    for (int row = 1; row < 2 * rooms_.rows; ++row) {
      for (int column = 1; column < 2 * rooms_.columns; ++column) {
        const bool is_wall = (row + column) % 2 == 1 && at(grid_, {row, column}) == '#';
        if (is_wall) walls.push_back({row, column});
      }
    }
    const auto count = static_cast<std::int64_t>(walls.size());
    if (doors > count) throw std::invalid_argument("maze_grid: there are not so many walls");
    FreshNumbers fresh(source_, 0, count - 1);
    list_towards(source_, 0, doors, [&] {
      at(grid_, walls[static_cast<std::size_t>(fresh.next())]) = '.';
      return 0;
    });
  }

  ChoiceSource& source_;
  GridSize rooms_;
  Distribution as_;
  Grid grid_;
  std::vector<Cell> open_;  // rooms beside one that was not visited
  std::vector<std::size_t> places_;
};

}  // namespace grid_detail

/// A maze of so many rooms: (2 rows + 1) x (2 columns + 1) cells, the rooms '.' where both numbers
/// of a cell are odd, '#' between them and around. There is one way from each room to each other,
/// and every such maze can be drawn; then `doors` further walls between two rooms are opened, fewer
/// only when a sequence that is played back says so. `as` says how long ago a way was made where
/// the next one begins: towards_least() makes long ones. Simplest: a single way through all rooms
/// from the upper left one on. Throws std::invalid_argument when there is no room, or fewer walls.
inline Grid maze_grid(ChoiceSource& source, const GridSize& rooms, std::int64_t doors = 0,
                      const Distribution& as = uniformly()) {
  if (grid_detail::cells_of(rooms) == 0) throw std::invalid_argument("maze_grid: no rooms");
  const auto whole = source.span("maze");
  return grid_detail::Maze(source, rooms, as).draw(doors);
}

/// The grid with one more row or column of that letter on each of its four sides.
inline Grid bordered(const Grid& grid, char letter = '#') {
  const std::size_t columns = grid.empty() ? 0 : grid.front().size();
  Grid wider(1, std::string(columns + 2, letter));
  for (const std::string& row : grid)
    wider.push_back(letter + row + letter);
  wider.push_back(wider.front());
  return wider;
}

/// A cell that holds that letter, each equally likely; simplest: the first one, row by row. Throws
/// std::invalid_argument when there is none.
inline Cell cell_with(ChoiceSource& source, const Grid& grid, char letter) {
  std::vector<Cell> cells;
  for (std::size_t row = 0; row < grid.size(); ++row) {
    for (std::size_t column = 0; column < grid[row].size(); ++column) {
      if (grid[row][column] == letter)
        cells.push_back({static_cast<int>(row), static_cast<int>(column)});
    }
  }
  if (cells.empty()) throw std::invalid_argument("cell_with: no cell holds that letter");
  return source.pick(cells);
}

}  // namespace arbiter
