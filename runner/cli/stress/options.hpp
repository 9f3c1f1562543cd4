#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/common/judge_options.hpp"
#include "stress/stress.hpp"

namespace arbiter::cli {

/// What was asked of `stress`.
struct StressRequest {
  JudgeOptions judge;                    ///< what `judge` takes as well
  stress::StressOptions search;          ///< how to search
  std::vector<std::string> generators;   ///< --generator
  std::optional<std::string> against;    ///< --against
  std::optional<std::string> checker;    ///< --checker
  std::optional<std::string> choices;    ///< --choices
  bool saves = false;                    ///< --save was given, with or without a name
  std::string save;                      ///< --save
  std::optional<std::string> break_all;  ///< --break-all
};

void declare(CLI::App& app, StressRequest& request);

/// Checks what was typed as a whole and chooses what was not: a time, and a new seed. Error{usage}:
/// flags that contradict each other.
Result<void> complete(const TypedFlags& typed, StressRequest& request);

/// The words after `arbiter` that do all of it again, with the seed and what was enumerated.
std::vector<std::string> repeating(TypedFlags typed, const StressRequest& request,
                                   const model::StressResult& result);

}  // namespace arbiter::cli
