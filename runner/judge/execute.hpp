#pragma once

#include <atomic>
#include <vector>

#include "base/result.hpp"
#include "box/box.hpp"
#include "judge/compile/package_program.hpp"
#include "judge/run/plan.hpp"
#include "model/judgement.hpp"

namespace arbiter::judge {

/// Told of everything that finishes, at once, one call at a time but from any thread.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  /// `submission` has been compiled (or not); it has no tests yet.
  virtual void on_compiled(std::size_t index, const model::SubmissionJudgement& submission) = 0;
  /// How long that took, on the wall; finding it in the cache included.
  virtual void on_compile_time(std::size_t /*index*/, Nanoseconds /*took*/) {}
  virtual void on_test(std::size_t submission, const model::TestJudgement& test) = 0;
  /// Every test of it that was to run has run, and its verdict stands.
  virtual void on_submission(std::size_t index, const model::SubmissionJudgement& submission) = 0;
};

/// Results of earlier runs, by content.
class TestCache {
 public:
  TestCache() = default;
  TestCache(const TestCache&) = delete;
  TestCache& operator=(const TestCache&) = delete;
  virtual ~TestCache() = default;

  /// Called from several threads at once.
  virtual std::optional<model::TestJudgement> find(std::size_t submission, std::size_t test,
                                                   const Executable& executable) = 0;
  virtual void store(std::size_t submission, std::size_t test, const Executable& executable,
                     const model::TestJudgement& judgement) = 0;
};

/// What execution needs besides the plan.
struct ExecuteOptions {
  int jobs = 1;
  std::vector<int> cores;                        ///< one a job to pin it to; empty: not pinned
  std::vector<std::filesystem::path> additions;  ///< --add
  const std::atomic<bool>* stop = nullptr;       ///< set: no further test is begun
  /// A submission that ran into a limit of time on so many tests waits until no other one has
  /// tests left, so that it holds none of them up; 0: never.
  int patience = 0;
  /// Runs once more, with nothing of this call beside it, what waited until the wall limit; if it
  /// does not then, the second run counts.
  bool confirms_waiting = false;
};

/// A plan that is executed, by itself or together with others.
struct PlanPart {
  const Plan* plan = nullptr;
  TestCache* cache = nullptr;  ///< by the plan's own indices; null: every test is run
};

/// How a submission of the plan is compiled, without what --add names. It borrows from the plan.
CompileRequest compile_request(const Plan& plan, std::size_t submission);

/// Compiles and runs everything in the plan, which is for the problem of `programs`, with `jobs`
/// workers and returns the submissions in the plan's order, aggregated. What is returned depends on
/// neither the number of workers nor the order in which tests happened to run (but for measured
/// times). Error: the package's output validator does not compile.
Result<std::vector<model::SubmissionJudgement>> execute(const PlanPart& part,
                                                        const PackagePrograms& programs,
                                                        const ExecuteOptions& options,
                                                        Observer& observer);

/// The same for several problems at once: no worker waits for the last submission of one problem
/// before it begins with the next. The observer is told of submissions by their number among those
/// of all plans, in order, and keeps what it is told: nothing is returned but, for each plan, why
/// none of its submissions could be judged. Submissions that were begun and not finished are told
/// of as unfinished.
std::vector<Result<void>> execute_together(const std::vector<PlanPart>& parts, Compiler& compiler,
                                           box::BoxFactory& boxes,
                                           const model::Languages& languages,
                                           const ExecuteOptions& options, Observer& observer);

}  // namespace arbiter::judge
