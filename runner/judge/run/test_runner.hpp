#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "judge/run/checking.hpp"
#include "judge/run/passes.hpp"
#include "judge/run/plan.hpp"
#include "judge/run/program_run.hpp"
#include "model/judgement.hpp"

namespace arbiter::judge {

/// How one pass of a test, or a test of one pass, is run and judged. One a worker.
class Round {
 public:
  Round() = default;
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;
  virtual ~Round() = default;

  /// From now on tests run this program. Both must live until the next call.
  virtual void begin(const Executable& executable, const PlannedSubmission& planned) = 0;

  /// The next pass finds nothing of what the program did before, not even its box.
  virtual void begin_pass() = 0;

  /// Runs one test, or in multi-pass problems one pass of it, and judges it. Never fails: a fault
  /// of the judge is a verdict of its own.
  virtual JudgedPass judge(std::size_t test, const Pass* pass) = 0;
};

/// One finished run of a submission on a test: what was seen, and what it wrote.
struct FinishedRun {
  model::RunRecord record;
  UniqueFd output;  ///< standard output, or the output file that the problem names
  UniqueFd error;
  UniqueFd input = {};  ///< that it was run on
  HeapClaim heap = HeapClaim::none;
  std::vector<UniqueFd> named = {};  ///< files of TestRunner::named_, as the program left them
};

/// A run of a submission under these limits; without arguments and files of a test.
box::RunRequest submission_request(const Executable& executable, const model::RunLimits& limits);

/// A ready binary that this machine cannot start is the submission's fault, as its crash would be.
model::RunRecord not_executable();

/// So much of the end of what a submission wrote to standard error is kept.
inline constexpr std::size_t k_tail_bytes = 2048;

/// Adds the beginning of the test's input, if the judgement is of a failure. What cannot be read is
/// left out.
void add_input(const model::TestCase& test, model::TestJudgement& judgement);

/// Runs tests of one submission at a time, in a box of its own. One a worker.
class TestRunner {
 public:
  TestRunner(const Plan& plan, box::BoxFactory& boxes, std::unique_ptr<OutputChecker> checker,
             int core);

  /// From now on tests are games against this referee.
  void play_against(std::unique_ptr<Round> match) { match_ = std::move(match); }

  /// From now on this program judges test cases that are static; it outlives the runner.
  void validate_with(const Executable& validator) { static_validator_ = &validator; }

  /// From now on tests run this program; the box of the last one is destroyed. `executable` and
  /// `planned` must live until the next call.
  void begin(const Executable& executable, const PlannedSubmission& planned);

  /// Runs one test (with --repeat several times) and judges it. Never fails: a fault of the judge
  /// is a verdict of its own.
  model::TestJudgement judge(std::size_t test);

  /// Runs one test, or one pass of it, once, without judging.
  FinishedRun run(std::size_t test, const Pass* pass = nullptr);

 private:
  Result<FinishedRun> try_run(std::size_t test, const Pass* pass,
                              const std::vector<std::string>& argv);
  JudgedPass judge_pass(std::size_t test, const Pass* pass);
  void add_hints(std::size_t test, const FinishedRun& finished, std::string_view output,
                 model::TestJudgement& judgement);
  std::optional<FinishedRun> run_for_hint(std::size_t test);
  bool crashes_with_less_stack(std::size_t test);
  void add_hints_of_files(std::size_t test, const FinishedRun& finished, std::string_view output,
                          model::TestJudgement& judgement);

  const Plan& plan_;
  box::BoxFactory& boxes_;
  std::unique_ptr<OutputChecker> checker_;
  int core_;
  const Executable* executable_ = nullptr;
  const PlannedSubmission* planned_ = nullptr;
  const Executable* static_validator_ = nullptr;
  std::unique_ptr<box::Box> box_;
  box::RunRequest request_;
  std::unique_ptr<Round> match_;
  std::vector<std::string> named_;  ///< files that hold the input in the run that begins
};

}  // namespace arbiter::judge
