#pragma once

#include <cstdint>
#include <utility>

namespace arbiter::stress {

/// 128 bits that differ between any two sequences of numbers or letters that a run will meet, so
/// that what was tried can be remembered without being kept.
template <class Sequence>
std::pair<std::uint64_t, std::uint64_t> fingerprint(const Sequence& sequence) {
  const auto mix = [](std::uint64_t x) {
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
  };
  std::pair<std::uint64_t, std::uint64_t> print = {sequence.size(), ~sequence.size()};
  for (const auto each : sequence) {
    const auto part = static_cast<std::uint64_t>(each);
    print.first = mix(print.first * 3 + part + 0x9e3779b97f4a7c15U);
    print.second = mix(print.second * 5 + (part ^ 0xd1b54a32d192ed03U));
  }
  return print;
}

}  // namespace arbiter::stress
