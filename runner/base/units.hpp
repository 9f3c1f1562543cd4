#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace arbiter {

using Nanoseconds = std::chrono::nanoseconds;

/// An amount of memory or data.
struct Bytes {
  std::int64_t count = 0;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the 0 of its own expansion for ours.
  auto operator<=>(const Bytes&) const = default;
  [[nodiscard]] constexpr double mib() const { return static_cast<double>(count) / 1048576.0; }
};

constexpr Bytes kib(std::int64_t n) {
  return Bytes{n * 1024};
}
constexpr Bytes mib(std::int64_t n) {
  return Bytes{n * 1024 * 1024};
}

constexpr double seconds(Nanoseconds time) {
  return static_cast<double>(time.count()) / 1e9;
}

/// Nearest nanosecond; the argument must be finite and below 2^33 seconds.
Nanoseconds from_seconds(double value);

/// "500ms", "2s", "1.5min", "20us" or "20µs"; a bare number is seconds. Error: not a number,
/// negative, an unknown unit, or more than a year.
Result<Nanoseconds> parse_duration(std::string_view text);

/// "64MiB", "512KiB", "1GiB", "100B" (also k, m, g and KB, MB, GB, all of base 1024); a bare
/// number is MiB. Error: not a number, negative, an unknown unit, or more than 2^50 bytes.
Result<Bytes> parse_size(std::string_view text);

/// The shortest of "20 µs", "1.5 ms", "0.25 s", "2 s" that keeps three significant digits.
std::string show(Nanoseconds time);

/// "512 B", "3.2 KiB", "64 MiB".
std::string show(Bytes size);

}  // namespace arbiter
