#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/cluster/engine_choice.hpp"
#include "cli/judge/call.hpp"
#include "judge/game/judges.hpp"
#include "model/stress.hpp"
#include "stress/stress.hpp"

namespace arbiter::cli {

/// What was asked of `stress`.
struct StressRequest {
  JudgeOptions judge;                    ///< what `judge` takes as well
  EngineOptions engine;                  ///< what judges programs on the test cases of the package
  stress::StressOptions search;          ///< how to search
  std::vector<std::string> generators;   ///< --generator
  std::optional<std::string> against;    ///< --against
  std::optional<std::string> checker;    ///< --checker
  std::optional<std::string> choices;    ///< --choices
  bool saves = false;                    ///< --save was given, with or without a name
  std::string save;                      ///< --save
  std::optional<std::string> break_all;  ///< --break-all
  std::vector<judge::Submission> given;  ///< instead of those that words name
  bool is_measured = false;              ///< programs are not made servers of calls
};

void declare(CLI::App& app, StressRequest& request);

/// Checks what was typed as a whole and chooses what was not: a time, and a new seed. Error{usage}:
/// flags that contradict each other.
Result<void> complete(const TypedFlags& typed, StressRequest& request);

/// A command of Arbiter as it is typed: "arbiter WORD …".
std::string typed(const std::vector<std::string>& words);

/// The words after `arbiter` that do all of it again, with the seed and what was enumerated.
std::vector<std::string> repeating(TypedFlags typed, const StressRequest& request,
                                   const model::StressResult& result);

/// Everything that one call of `stress` works with.
struct StressCall {
  StressRequest request;  ///< set by the caller
  JudgeCall judge;
  judge::Plan plan;  ///< of one input, for what is asked of plans
  std::optional<judge::Submission> against;
  std::optional<judge::Submission> solution;  ///< who answers; may be nobody
  bool has_answers = true;                    ///< false: programs are compared with each other
  std::vector<stress::DrawCommand> commands;
  std::vector<judge::Executable> executables;             ///< of the submissions
  std::vector<std::optional<judge::Executable>> servers;  ///< the same as servers of calls
  judge::Judges judges;
  stress::MakingPrograms programs;

  [[nodiscard]] judge::PackagePrograms package() const { return judge.programs_of(judge.problem); }
};

/// Reads everything that `call.request` names. Starts no process.
Result<void> prepare(const Session& session, StressCall& call);

/// Opens the boxes and compiles what takes part.
Result<void> compile(const Session& session, StressCall& call);

/// What it is compiled from and who makes the answers, as `stress::stress` wants it.
stress::Contestants contestants_of(const StressCall& call,
                                   const std::vector<std::optional<judge::Executable>>& servers);

/// Searches with them. Error: a fault of the judge.
Result<model::StressResult> search(const StressCall& call, const stress::StressOptions& options);

/// Checks the name for new tests, "GROUP/NAME" or "NAME" of --save or "GROUP" of --break-all, with
/// or without "secret/" before it, and gives it with all that is left out: "secret/stress/1".
/// Error{usage}: parts that are no names of the format.
Result<std::string> name_to_save(const StressRequest& request);

/// Adds the tests that failures are to the problem, and says which of its labelled programs fail
/// them alone. Boxes and compiler of the call are used.
Result<void> save_failures(const Session& session, StressCall& call, model::StressResult& result);

/// Takes the submissions that fail test cases of the problem out of the call, and gives them.
Result<std::vector<model::StressKnown>> leave_out_known(const Session& session, StressCall& call);

/// Writes the fewest of the inputs that fail everything that any of them fails as a group. Gives
/// the names of the tests.
Result<std::vector<std::string>> save_cover(const Session& session, const StressCall& call,
                                            model::StressResult& result);

}  // namespace arbiter::cli
