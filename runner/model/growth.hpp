#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "model/verdict.hpp"

namespace arbiter::model {

/// How a measured quantity grows with the size n of the input: it is constant + factor * f(n),
/// where f is n^exponent, or 2^(n / doubling).
struct Growth {
  enum class Kind : std::uint8_t {
    unknown,      ///< `why` says why; nothing else is known
    flat,         ///< nothing measurable: less than what single runs differ by
    power,        ///< n^exponent
    exponential,  ///< 2^(n / doubling)
  };
  Kind kind = Kind::unknown;
  std::string why;
  double constant = 0;
  double factor = 0;
  double exponent = 0;  ///< the best, and the least and most that fit as well (95 %)
  double least = 0;
  double most = 0;
  std::vector<std::string> laws;  ///< those of "log n", "n", "n log n", "n^2" … that fit as well
  double doubling = 0;            ///< n grows by so much while it doubles

  /// The quantity at a size; NaN if nothing is known.
  [[nodiscard]] double at(double size) const;
  /// The size at which it reaches a value; none: never, or not known.
  [[nodiscard]] std::optional<double> reaches(double value) const;
};

/// "n^2.0", or "2^(n/3.1)"; empty where an exponent is not known to a half, and where nothing
/// grows.
std::string short_law(const Growth& growth);

/// What a program used on inputs of one size.
struct GrowthPoint {
  std::int64_t size = 0;
  std::int64_t bytes = 0;  ///< of the input
  Nanoseconds time{};      ///< CPU time, the least of `runs`
  Nanoseconds spread{};    ///< between the slowest and the fastest
  Bytes memory;            ///< peak, the most of all runs
  int runs = 0;
  Verdict verdict = Verdict::ac;
};

/// How a program grows.
struct ProgramGrowth {
  std::string program;  ///< as given; "the reference"
  std::vector<GrowthPoint> points;
  Growth time;
  Growth memory;
};

/// What one run of `arbiter grow` found out for one command.
struct GrowthResult {
  std::string problem;  ///< id
  std::string command;  ///< with its range
  std::int64_t least = 0;
  std::int64_t most = 0;  ///< of the range
  Nanoseconds time_limit{};
  Bytes memory_limit;
  std::vector<ProgramGrowth> programs;
};

}  // namespace arbiter::model
