#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "box/box.hpp"
#include "cli/common/flags.hpp"
#include "judge/run/plan.hpp"

namespace arbiter::cli {

/// What was asked of `judge`, and of other verbs as far as they take the same flags.
struct JudgeOptions {
  std::vector<std::string> words;            ///< [PROBLEM] [SUBMISSION…]
  judge::PlanOptions plan;                   ///< --tests, --repeat, --fail-fast and limits
  std::optional<std::string> input;          ///< --input
  bool finds_time_limit = false;             ///< --time-limit auto
  std::optional<int> jobs;                   ///< --jobs; none: one a physical core
  bool no_cache = false;                     ///< --no-cache
  bool no_generate = false;                  ///< --no-generate
  std::optional<std::string> links_within;   ///< --links-within
  bool dry_run = false;                      ///< --dry-run
  std::optional<model::GroupRules> scoring;  ///< --scoring-policy; none: as the package suggests
  std::optional<box::Mode> sandbox;          ///< --sandbox
  std::string format = "human";              ///< --format
  std::vector<std::string> outputs;          ///< -o
  std::optional<std::string> out;            ///< --out
  std::string language;                      ///< --language
  std::vector<std::string> additions;        ///< --add
};

/// Declares flags that several verbs take.
class SharedFlags {
 public:
  SharedFlags(CLI::App& app, JudgeOptions& options) : app_(app), options_(options) {}

  void words();
  void language();
  void additions();
  void jobs(const char* help);
  void time_limit(const char* help);
  void memory_limit();
  void time_factors();
  void no_cache();
  void no_generate();
  void links_within(const char* help);
  void dry_run(const char* help);
  void sandbox();
  void format(const char* help);
  void outputs(const char* help);
  void out(const char* help);

 private:
  CLI::App& app_;
  JudgeOptions& options_;
};

/// Declares all flags of `judge`.
void declare(CLI::App& app, JudgeOptions& options);

/// Error{usage}: some of the options contradict each other.
Result<void> check_together(const JudgeOptions& options);

/// The flags that a command needs to judge one test again as this call did; a time limit that was
/// found is given as it is.
std::vector<std::string> repeating(TypedFlags typed,
                                   const std::optional<model::FoundTimeLimit>& found);

}  // namespace arbiter::cli
