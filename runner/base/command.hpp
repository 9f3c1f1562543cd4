#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"

namespace arbiter {

/// How a command of the host ended.
struct CommandOutcome {
  int status = -1;     ///< its exit status; -1: a signal ended it, or it took too long
  std::string output;  ///< its standard output
  std::string errors;  ///< its standard error
};

/// Runs a command of the host, which is no submission and is trusted, to its end: no shell, `words`
/// are its arguments and the first is looked for in PATH. It reads `input`, is in a process group
/// of its own, so that the terminal's Ctrl-C does not reach it, and is killed after `patience`.
/// Error{nothing_matched}: there is no such command; {judge}: it cannot be started.
Result<CommandOutcome> run_command(const std::vector<std::string>& words,
                                   Nanoseconds patience = std::chrono::seconds(60),
                                   std::string_view input = {});

}  // namespace arbiter
