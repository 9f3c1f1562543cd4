#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/units.hpp"
#include "model/judgement.hpp"

namespace arbiter::judge {

/// Of what a program writes to standard error, so much of the end is kept.
inline constexpr Bytes k_error_kept = kib(64);

/// One call of a program that may be called often. What it is given is borrowed.
struct BatchCall {
  std::vector<std::string> arguments;
  std::string_view input;                                       ///< bytes for standard input
  std::vector<std::pair<std::string, std::string_view>> files;  ///< of the working folder
  std::vector<std::string> collect;  ///< files of the working folder to read afterwards
  model::RunLimits limits;
};

/// What came of it.
struct BatchAnswer {
  model::RunRecord record;
  std::string output;
  std::string error;                                  ///< its end, see k_error_kept
  std::vector<std::optional<std::string>> collected;  ///< none where there is no such regular file
};

}  // namespace arbiter::judge
