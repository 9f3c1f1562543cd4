#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace arbiter {

/// These two number sequences of letters 0, 1, 2, … in lexicographic order, from 0, for any set of
/// sequences of which only one thing is known: completions(prefix), how many of them begin with the
/// letters of a std::vector<int>. It is asked at most once for each place and letter. No sequence
/// of the set may be the beginning of another one.

/// How many sequences of the set come before this one. What is not in the set itself has the rank
/// of the next that is.
template <class Completions>
std::uint64_t rank_of(const std::vector<int>& sequence, Completions completions) {
  std::uint64_t before = 0;
  std::vector<int> prefix;
  for (const int letter : sequence) {
    prefix.push_back(0);
    for (; prefix.back() < letter; ++prefix.back())
      before += completions(prefix);
  }
  return before;
}

/// The sequence of that rank, in a set of sequences of one length with letters below `letters`.
/// Throws std::out_of_range where the set has no more than `rank` of them.
template <class Completions>
std::vector<int> sequence_of(std::uint64_t rank, std::size_t length, int letters,
                             Completions completions) {
  std::vector<int> prefix;
  while (prefix.size() < length) {
    prefix.push_back(0);
    for (std::uint64_t count = completions(prefix); count <= rank; count = completions(prefix)) {
      rank -= count;
      if (++prefix.back() == letters) {
        throw std::out_of_range("sequence_of: there are fewer sequences");
      }
    }
  }
  return prefix;
}

}  // namespace arbiter
