#pragma once

#include <cstdint>
#include <vector>

#include "model/growth.hpp"

namespace arbiter::stress {

/// A measured quantity at a size, and how far it may be off.
struct Measured {
  double size = 0;
  double value = 0;
  double error = 0;
};

/// How a quantity grows, from at least four sizes in rising order: constant + factor * n^p is
/// fitted for every exponent p by least squares, and those exponents are told that fit as well as
/// the best (profile likelihood, 95 %). Where no law fits all sizes the smallest are left out, so
/// that what holds for large inputs is told. Unknown if less than four sizes are left.
model::Growth growth_of(std::vector<Measured> points);

/// At most `count` sizes from `least` to `most`, each larger than the last by about the same
/// factor, each once. `least` is at least 1.
std::vector<std::int64_t> sizes_between(std::int64_t least, std::int64_t most, int count);

}  // namespace arbiter::stress
