#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>

#include "arbiter/random_bits.hpp"

namespace arbiter {

/// How likely the numbers of a range are. It governs random draws alone: a number that is played
/// back may be any of the range.
struct Distribution {
  enum class Kind { uniform, least, most, magnitude, ends, geometric, around };

  Kind kind = Kind::uniform;
  std::int64_t first = 0;
  std::int64_t second = 0;
};

/// Each number equally likely.
constexpr Distribution uniformly() {
  return {};
}

/// The smallest of 1 + `strength` uniform numbers.
constexpr Distribution towards_least(int strength = 1) {
  return {Distribution::Kind::least, strength, 0};
}

/// The largest of 1 + `strength` uniform numbers.
constexpr Distribution towards_most(int strength = 1) {
  return {Distribution::Kind::most, strength, 0};
}

/// Distances to the least number of one bit, of two bits, … and none, each equally likely.
constexpr Distribution by_magnitude() {
  return {Distribution::Kind::magnitude, 0, 0};
}

/// One of the ends, each equally likely, less a distance that is drawn by magnitude and at most
/// half of the range.
constexpr Distribution towards_ends() {
  return {Distribution::Kind::ends, 0, 0};
}

/// Begins at the least number and goes on by one in `times` of `of` cases, until the most.
constexpr Distribution geometrically(std::int64_t times, std::int64_t of) {
  return {Distribution::Kind::geometric, times, of};
}

/// Numbers at most `spread` from `centre`, likelier the nearer they are, in a straight line. The
/// centre must lie within the bounds.
constexpr Distribution around(std::int64_t centre, std::int64_t spread) {
  return {Distribution::Kind::around, centre, spread};
}

namespace distribution_detail {

inline std::uint64_t least_of(RandomBits& bits, std::uint64_t range, std::int64_t strength) {
  if (strength < 0) throw std::invalid_argument("Distribution: a negative strength");
  std::uint64_t found = bits.up_to(range);
  for (std::int64_t i = 0; i < strength; ++i)
    found = std::min(found, bits.up_to(range));
  return found;
}

inline std::uint64_t of_magnitude(RandomBits& bits, std::uint64_t range) {
  const auto length = bits.up_to(static_cast<std::uint64_t>(std::bit_width(range)));
  if (length == 0) return 0;
  const std::uint64_t low = std::uint64_t{1} << (length - 1);
  return low + bits.up_to(std::min(low - 1, range - low));
}

inline std::uint64_t of_steps(RandomBits& bits, std::uint64_t range, std::int64_t times,
                              std::int64_t of) {
  if (times < 0 || of <= 0 || times > of) throw std::invalid_argument("geometrically");
  if (times == of) return range;
  std::uint64_t steps = 0;
  while (steps < range &&
         bits.up_to(static_cast<std::uint64_t>(of) - 1) < static_cast<std::uint64_t>(times)) {
    ++steps;
  }
  return steps;
}

/// `centre` and the result are distances to the least number of a range.
inline std::uint64_t of_centre(RandomBits& bits, std::uint64_t range, std::uint64_t centre,
                               std::int64_t spread) {
  if (centre > range || spread < 0) throw std::invalid_argument("around");
  const std::uint64_t left = std::min(centre, static_cast<std::uint64_t>(spread));
  const std::uint64_t right = std::min(range - centre, static_cast<std::uint64_t>(spread));
  const std::uint64_t drawn = centre - left + bits.up_to(left + right);
  if (drawn < centre) return centre - std::min(centre - drawn, bits.up_to(left));
  return centre + std::min(drawn - centre, bits.up_to(right));
}

}  // namespace distribution_detail

/// A random number of least..most. Throws std::invalid_argument when there is none.
inline std::int64_t drawn_number(RandomBits& bits, std::int64_t least, std::int64_t most,
                                 const Distribution& as) {
  using namespace distribution_detail;  // NOLINT: the helpers above
  if (least > most) throw std::invalid_argument("integer: least > most");
  const auto low = static_cast<std::uint64_t>(least);
  const std::uint64_t range = static_cast<std::uint64_t>(most) - low;
  std::uint64_t offset = 0;
  switch (as.kind) {
    case Distribution::Kind::uniform:
      offset = bits.up_to(range);
      break;
    case Distribution::Kind::least:
      offset = least_of(bits, range, as.first);
      break;
    case Distribution::Kind::most:
      offset = range - least_of(bits, range, as.first);
      break;
    case Distribution::Kind::magnitude:
      offset = of_magnitude(bits, range);
      break;
    case Distribution::Kind::ends: {
      const bool is_far = bits.up_to(1) == 1;
      const std::uint64_t distance = of_magnitude(bits, range / 2);
      offset = is_far ? range - distance : distance;
      break;
    }
    case Distribution::Kind::geometric:
      offset = of_steps(bits, range, as.first, as.second);
      break;
    case Distribution::Kind::around:
      offset = of_centre(bits, range, static_cast<std::uint64_t>(as.first) - low, as.second);
      break;
  }
  return static_cast<std::int64_t>(low + offset);
}

}  // namespace arbiter
