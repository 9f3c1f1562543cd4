#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "box/box.hpp"
#include "judge/run/plan.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace arbiter::cli {

/// The flags of `judge` as they were typed.
struct JudgeFlags {
  std::vector<std::string> words;           ///< [PROBLEM] [SUBMISSION…]
  std::vector<std::string> tests;           ///< --tests
  std::optional<std::string> input;         ///< --input
  std::optional<std::string> jobs;          ///< --jobs
  bool fail_fast = false;                   ///< --fail-fast
  std::optional<std::string> time_limit;    ///< --time-limit
  std::optional<std::string> memory_limit;  ///< --memory-limit
  std::vector<std::string> time_factors;    ///< --time-factor
  std::optional<std::string> repeat;        ///< --repeat
  bool no_cache = false;                    ///< --no-cache
  bool no_generate = false;                 ///< --no-generate
  std::optional<std::string> links_within;  ///< --links-within
  bool dry_run = false;                     ///< --dry-run
  std::optional<std::string> scoring;       ///< --scoring-policy
  std::optional<std::string> sandbox;       ///< --sandbox
  bool transcript = false;                  ///< --transcript
  std::optional<std::string> policy;        ///< --interactive-policy
  std::string format = "human";             ///< --format
  std::vector<std::string> outputs;         ///< -o
  std::optional<std::string> out;           ///< --out
  std::string language;                     ///< --language
  std::vector<std::string> additions;       ///< --add
};

void declare(CLI::App& app, JudgeFlags& flags);

/// Makes an option one that may be given several times, each with one value; gives it back.
CLI::Option* repeatable(CLI::Option* option);

/// The same, understood.
struct JudgeOptions {
  judge::PlanOptions plan;
  bool finds_time_limit = false;  ///< --time-limit auto
  std::optional<box::Mode> sandbox;
  std::optional<int> jobs;                   ///< none: one a physical core
  std::optional<model::GroupRules> scoring;  ///< none: as the package suggests
};

/// Error{usage}: names the flag.
Result<JudgeOptions> understand(const JudgeFlags& flags);

/// A number that a flag takes, from 1 to `most`. Error{usage}.
Result<int> parse_count(const std::string& flag, const std::string& text, int most);
/// The least and the most jobs that --jobs takes.
inline constexpr int k_most_jobs = 256;

/// --links-within, understood: empty when it is not given. Error{usage}: no folder, or given for an
/// archive, which has nothing around it.
Result<std::filesystem::path> links_within_of(const JudgeFlags& flags, bool is_archive);

/// The flags that a command needs to judge one test again as this call did; a time limit that was
/// found is given as it is.
std::vector<std::string> repeating(const JudgeFlags& flags,
                                   const std::optional<model::FoundTimeLimit>& found);

}  // namespace arbiter::cli
