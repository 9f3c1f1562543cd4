#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/common/judge_options.hpp"
#include "stress/stress.hpp"

namespace arbiter::cli {

/// The flags of `stress` as they were typed.
struct StressFlags {
  JudgeFlags judge;                        ///< those that it shares with `judge`
  std::vector<std::string> generators;     ///< --generator
  std::optional<std::string> against;      ///< --against
  std::optional<std::string> checker;      ///< --checker
  std::optional<std::string> time;         ///< --for
  std::optional<std::string> iterations;   ///< --iterations
  std::optional<std::string> seed;         ///< --seed
  std::optional<std::string> most_found;   ///< --max-found
  std::optional<std::string> find;         ///< --find
  std::optional<std::string> exhaustive;   ///< --exhaustive
  std::optional<std::string> enumerated;   ///< --enumerate
  std::optional<std::string> shrink_time;  ///< --shrink-for
  std::optional<std::string> choices;      ///< --choices
  std::optional<std::string> save;         ///< --save
  bool saves = false;                      ///< --save was given, with or without a name
  std::optional<std::string> break_all;    ///< --break-all
};
void declare(CLI::App& app, StressFlags& flags);

/// What of them says how to search; the seed is a new one where none is given. Error{usage}: names
/// the flag.
Result<stress::StressOptions> understand_stress(const StressFlags& flags);

/// The words after `arbiter` that do all of it again, with the seed and what was enumerated.
std::vector<std::string> repeating(const StressFlags& flags, const model::StressResult& result);

}  // namespace arbiter::cli
