#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "judge/batch/batch_program.hpp"
#include "judge/game/judges.hpp"
#include "judge/run/plan.hpp"
#include "judge/run/test_runner.hpp"
#include "stress/input_bench.hpp"

namespace arbiter::stress {

/// Submissions, compiled, and what judges them.
struct Contestants {
  const model::Problem& problem;
  const model::Languages& languages;
  const std::vector<judge::Submission>& submissions;
  const std::vector<judge::Executable>& executables;  ///< one for each of them
  /// Likewise, as servers of calls; none where it cannot be one.
  const std::vector<std::optional<judge::Executable>>& servers;
  judge::PlanOptions options;
  bool has_answers = true;  ///< false: outputs are compared with each other
};

/// How submissions do on one input after the other; one a worker, pinned to one core unless that is
/// -1. Each submission has a box of its own, in which it meets all inputs. That it passes may be
/// what its server of calls says, and then the server may be the program's own: so the first input
/// and one of every 16 are decided by a run as `judge` makes it, and whatever else it does by such
/// runs alone. A server that has said otherwise is not asked again.
class Trial {
 public:
  static Result<std::unique_ptr<Trial>> open(const Contestants& contestants,
                                             const judge::Judges& judges, box::BoxFactory& boxes,
                                             int core);
  /// The input from now on, and its answer. The input is borrowed until the next.
  Result<void> set(std::string_view input, std::string_view answer);
  /// Both as the files that programs are given.
  [[nodiscard]] const model::TestCase& test() const { return problem_.tests.front(); }

  /// One submission on the input. Never fails; see judge::TestRunner. Who gets less than all points
  /// is WA.
  model::TestJudgement judge(std::size_t submission);

  /// All of them where there is no answer: what most write is right where that are more than half,
  /// at least two and more than any others; then who writes something else is WA. Where it is not
  /// so whoever differs from the first that ends well is WA, which says no more than that.
  std::vector<model::TestJudgement> compare();

 private:
  /// A submission's server of calls, as long as it is to be believed.
  struct Shortcut {
    std::unique_ptr<judge::BatchProgram> program;
    std::int64_t asked = 0;
    int wrong_alarms = 0;
  };

  Trial(const Contestants& contestants, const judge::Judges& judges, box::BoxFactory& boxes,
        int core);
  Result<void> prepare();
  void prepare_shortcuts();
  judge::TestRunner& runner(std::size_t submission);
  model::TestJudgement judge_plainly(std::size_t submission);
  /// That it passes, as its server says; none where that says anything else.
  std::optional<model::TestJudgement> ask_server(std::size_t submission);
  /// What the checker says of one output where another is taken for the answer.
  judge::CheckOutcome check(std::string_view output, std::string_view answer);
  judge::CheckOutcome check(std::string_view output);

  Contestants contestants_;
  const judge::Judges& judges_;
  box::BoxFactory& boxes_;
  int core_;
  UniqueFd input_;
  UniqueFd answer_;
  model::Problem problem_;
  judge::Plan plan_;
  std::unique_ptr<judge::OutputChecker> checker_;
  std::vector<std::unique_ptr<judge::TestRunner>> runners_;
  std::vector<Shortcut> shortcuts_;
  std::string_view input_bytes_;
};

/// What came of one input.
struct Examined {
  std::string refusal;         ///< not empty: a validator refuses it, and nothing was run
  std::string solution_fault;  ///< not empty: nobody knows what is right
  std::string answer;
  /// Of the submissions that were asked about, in their order.
  std::vector<model::TestJudgement> judgements;
};

/// One worker's bench and boxes.
struct Workplace {
  InputBench bench;
  std::unique_ptr<Trial> trial;
  bool has_answers = true;  ///< else submissions are compared with each other
  std::function<bool(std::string_view)> is_forbidden = {};  ///< see StressOptions, as the next
  std::function<void(std::size_t, const std::string&, model::Verdict)> observe = {};
};

/// Validates an input, answers it, and runs submissions on it. Error: a fault of the judge or of a
/// validator.
Result<Examined> examine(Workplace& place, const std::string& input,
                         const std::vector<std::size_t>& submissions);

}  // namespace arbiter::stress
