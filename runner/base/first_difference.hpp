#pragma once

#include <cstdint>
#include <string>

namespace arbiter {

/// First place where output and answer part, for people. Lines and columns count from 1, columns in
/// bytes; 0: not told. `expected` and `got` are raw bytes: the differing token, run of blanks or
/// line; of a longer one the 200 bytes around the difference; empty when that file ended there.
struct FirstDifference {
  std::uint64_t output_line = 0;
  std::uint64_t output_column = 0;
  std::uint64_t answer_line = 0;
  std::uint64_t answer_column = 0;
  std::string expected;
  std::string got;
  bool expected_end = false;
  bool got_end = false;

  bool operator==(const FirstDifference&) const = default;
};

}  // namespace arbiter
