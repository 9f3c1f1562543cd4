#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/common/program_call.hpp"
#include "cli/common/session.hpp"
#include "cli/grade/options.hpp"
#include "cli/grade/outputs.hpp"
#include "cli/grade/problems.hpp"
#include "grade/engine.hpp"
#include "grade/works.hpp"
#include "intake/intake.hpp"
#include "model/gradebook.hpp"
#include "store/journal.hpp"

namespace arbiter::cli {

/// Which students and problems --only names; all of a kind where none of it is named.
struct Selection {
  std::vector<bool> students;  ///< by Intake::students
  std::vector<bool> problems;
  bool is_everything = true;

  [[nodiscard]] bool has(const model::Attempt& attempt) const;
};

/// The overrides of the last run that named some, in the folder of the run.
inline constexpr const char* k_kept_overrides = "overrides.csv";

/// Everything that one call of `grade` works with, in the order in which it comes to be.
struct GradeCall : ProgramCall {
  GradeOptions options;  ///< set by the caller
  std::vector<GradeTarget> targets;
  std::vector<judge::OpenProblem> problems;
  model::GradingPolicy policy;
  std::filesystem::path policy_file;  ///< empty: there is none
  std::optional<intake::Intake> intake;
  std::vector<model::Extension> extensions;
  std::vector<model::Override> overrides;
  std::optional<std::string> overrides_text;  ///< the bytes of --overrides, kept for later runs
  std::filesystem::path kept_overrides;       ///< of an earlier run, used in its place; or empty
  std::vector<model::MistakeComment> comments;
  std::vector<std::string> warnings;
  Selection only;
  grade::Works works;
  std::string worksheet;  ///< the bytes of --worksheet
  std::filesystem::path out;
  std::string run;  ///< id
  box::Mode mode = box::Mode::unsandboxed;
  std::unique_ptr<store::Journal> journal;
  std::unique_ptr<grade::Engine> engine;
  /// By problem, the index of each of the engine's works in `works`.
  std::vector<std::vector<std::size_t>> engine_works;
  std::string started;
};

/// Reads everything that `call.options` names: problems, policy, what was handed in. Starts no
/// process, unless tests have to be made first.
Result<void> prepare(const Session& session, GradeCall& call);

/// Opens the folder of the run and finds out what is to be judged; keeps what was handed in there.
/// Error: those of Journal::open and Engine::plan.
Result<void> plan(const Session& session, GradeCall& call);

/// Foreign text, safe to print on one line.
std::string in_one_line(const std::string& text);

/// Writes who and what would be judged to standard output; starts and writes nothing else. Returns
/// the exit status.
Result<int> show_dry_run(const GradeCall& call);

/// What was found, in one line: layout, students, attempts, problems.
std::string first_line(const GradeCall& call);

/// Whose each work is, for people: "ada  twofive", "ada and 3 more  twofive".
std::vector<std::string> names_of_works(const GradeCall& call);

}  // namespace arbiter::cli
