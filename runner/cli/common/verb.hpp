#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "cli/common/session.hpp"

namespace CLI {
class App;
}

namespace arbiter::cli {

/// One verb of the command line.
class Verb {
 public:
  Verb() = default;
  Verb(const Verb&) = delete;
  Verb& operator=(const Verb&) = delete;
  virtual ~Verb() = default;

  /// Declares its options; what they hold is read by `run`.
  virtual void declare(CLI::App& app) = 0;
  /// Does it and returns the exit status; an error is shown by the caller.
  virtual Result<int> run(const Session& session) = 0;
};

/// A verb as help texts show it.
struct VerbRow {
  const char* name;
  const char* arguments;  ///< of its usage line, each followed by a blank
  const char* summary;
  std::unique_ptr<Verb> (*make)();
};

template <class Made>
std::unique_ptr<Verb> make_verb() {
  return std::make_unique<Made>();
}

extern const VerbRow k_judge_verb;
extern const VerbRow k_grade_verb;
extern const VerbRow k_generate_verb;
extern const VerbRow k_stress_verb;
extern const VerbRow k_watch_verb;
extern const VerbRow k_verify_verb;
extern const VerbRow k_limits_verb;
extern const VerbRow k_grow_verb;
extern const VerbRow k_new_verb;
extern const VerbRow k_play_verb;
extern const VerbRow k_statement_verb;
extern const VerbRow k_runs_verb;
extern const VerbRow k_show_verb;
extern const VerbRow k_report_verb;
extern const VerbRow k_serve_verb;
extern const VerbRow k_replay_verb;
extern const VerbRow k_repro_verb;
extern const VerbRow k_explain_verb;
extern const VerbRow k_export_verb;
extern const VerbRow k_shard_run_verb;
extern const VerbRow k_cache_verb;
extern const VerbRow k_doctor_verb;

/// All verbs, in the order of the help text.
inline constexpr std::array k_verbs = {
    &k_judge_verb,     &k_grade_verb,  &k_generate_verb, &k_stress_verb, &k_watch_verb,
    &k_verify_verb,    &k_limits_verb, &k_grow_verb,     &k_new_verb,    &k_play_verb,
    &k_statement_verb, &k_runs_verb,   &k_show_verb,     &k_report_verb, &k_serve_verb,
    &k_replay_verb,    &k_repro_verb,  &k_explain_verb,  &k_export_verb, &k_shard_run_verb,
    &k_cache_verb,     &k_doctor_verb};

/// The whole program: reads the command line (without argv[0]) and returns the exit status.
int run(std::vector<std::string> arguments);

}  // namespace arbiter::cli
