#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arbiter::model {

/// How the things of a zone lie.
enum class ReplayLayout : std::uint8_t {
  row,     ///< one after the other, in several lines if need be
  circle,  ///< around a table, clockwise from the top
  piles,   ///< beside each other as piles, each from its top down
};

/// What things they are.
enum class ReplayItems : std::uint8_t { beads, cards, letters, words };

/// A part of the board with a name.
struct ReplayZone {
  std::string name;   ///< by which frames speak of it
  std::string title;  ///< for people
  ReplayLayout layout = ReplayLayout::row;
  ReplayItems items = ReplayItems::words;
  bool is_inside = false;  ///< drawn within the circle of the zone before it

  bool operator==(const ReplayZone&) const = default;
};

/// The zones from top to bottom.
using ReplayView = std::vector<ReplayZone>;

}  // namespace arbiter::model
