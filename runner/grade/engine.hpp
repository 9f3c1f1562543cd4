#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "judge/execute.hpp"
#include "judge/run/plan.hpp"
#include "judge/run/test_keys.hpp"
#include "model/language.hpp"
#include "model/problem.hpp"
#include "store/journal.hpp"

namespace arbiter::grade {

/// A problem and the different programs that were handed in for it.
struct ProblemWorks {
  const model::Problem* problem = nullptr;
  judge::PlanOptions options;
  std::vector<judge::Submission> submissions;
  std::vector<bool> is_wanted;  ///< one a submission: whether it is run if it is not known
  /// One a submission: the names of all that its results depend on, as another machine made them;
  /// none: they are made here.
  std::vector<std::string> keys;
};

/// Where results are kept, and how they are found again.
struct EngineRecords {
  store::Journal& journal;
  std::string surroundings;  ///< what else results depend on: version and mode
  bool ignores_known = false;
  store::Journal* shared = nullptr;  ///< a cache of all runs; may be null
  /// Results that are kept elsewhere, so that `journal` need not have them; may be null.
  const store::Journal* elsewhere = nullptr;
};

/// A work of the engine, and the name of all that its results depend on.
struct EngineWork {
  std::size_t problem = 0;
  std::size_t work = 0;  ///< index into ProblemWorks::submissions
  std::string key;       ///< 64 hex digits
};

/// What programs are run with.
struct EngineTools {
  judge::Compiler& compiler;
  box::BoxFactory& boxes;
  const model::Languages& languages;
  judge::ExecuteOptions how;
  std::function<void()> give_up;  ///< sets how.stop; called from any thread
  /// Told of a work before its first test case is run, from any thread; may be empty.
  std::function<void(const EngineWork&)> on_begin = {};
  /// Told of a work that ends without some of its test cases, from any thread; may be empty.
  std::function<void(const EngineWork&, const model::SubmissionJudgement&)> on_left = {};
};

/// How far the work is, for whoever shows it. Called one at a time, from any thread.
struct EngineProgress {
  std::size_t works = 0;  ///< judged so far, those known before included
  std::size_t all_works = 0;
  std::size_t tests = 0;      ///< run in this call, or found while it ran
  std::size_t all_tests = 0;  ///< that this call has to run
  std::size_t runs = 0;       ///< of `tests` those that were not found
  Nanoseconds left{};         ///< how long the rest will probably take; 0: nobody knows yet
  std::size_t problem = 0;    ///< of what finished now
  std::size_t work = 0;       ///< index into ProblemWorks::submissions
  /// Null: a test finished; else all of the work has.
  const model::SubmissionJudgement* finished = nullptr;
};

/// One problem as the engine holds it. Plans and caches refer to it, so it stays where it is.
struct EnginePart {
  ProblemWorks works;
  judge::Plan plan;  ///< of all works
  std::unique_ptr<judge::TestKeys> keys;
  std::vector<std::string> work_keys;
  std::vector<model::SubmissionJudgement> judgements;
  std::vector<std::size_t> missing;     ///< works that are to be run
  std::vector<std::size_t> unrecorded;  ///< those of them that lack results
  judge::Plan missing_plan;             ///< of what is missing alone, made when that is run
};

/// Judges works of several problems, each test once however often it is called: what a journal
/// holds is not run again, and what is run is kept there at once.
class Engine {
 public:
  /// Makes the plans and looks up what is known; starts nothing. Error: those of judge::make_plan,
  /// within the name of the problem; a file cannot be read.
  static Result<std::unique_ptr<Engine>> plan(std::vector<ProblemWorks> works,
                                              const model::Languages& languages,
                                              EngineRecords records);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Works that are to be run at least in part.
  [[nodiscard]] std::size_t missing() const;
  /// Tests that are to be run as far as is known before anything is compiled.
  [[nodiscard]] std::size_t missing_tests() const;
  /// The wanted works of which a result is missing: those to be run, but for works whose results
  /// are all known and only have to be put together by a program of the package.
  [[nodiscard]] std::vector<EngineWork> unrecorded() const;
  /// The work that the record with this key, of a test case or of a compile, belongs to.
  [[nodiscard]] std::optional<EngineWork> work_of(const std::string& key) const;
  [[nodiscard]] const ProblemWorks& works_of(std::size_t problem) const {
    return parts_[problem]->works;
  }
  /// The name of all that the results of a work depend on, its test cases aside.
  [[nodiscard]] const std::string& key_of(std::size_t problem, std::size_t work) const {
    return parts_[problem]->work_keys[work];
  }
  /// The judge failed at that work for good: it is not run, and its judgement says why.
  void give_up(const EngineWork& work, const std::string& why);
  /// What the records hold of a work on a test case, by their numbers in the problem. A fault of
  /// the judge where the work was given up.
  [[nodiscard]] std::optional<model::TestJudgement> find(std::size_t problem, std::size_t work,
                                                         std::size_t test) const;
  /// The limits of a problem without any time factor, and its tests in judging order.
  [[nodiscard]] const judge::Plan& plan_of(std::size_t problem) const {
    return parts_[problem]->plan;
  }

  /// Runs what is missing. A problem that cannot be judged is a fault of the judge for each of its
  /// works. Error: results cannot be kept, and the work ended there.
  Result<void> run(const EngineTools& tools,
                   const std::function<void(const EngineProgress&)>& progress);
  /// Wall time of all compiles of `run`, one after the other.
  [[nodiscard]] Nanoseconds compile_time() const { return compile_time_; }

  /// What is known of a work, in a call of `progress` too.
  [[nodiscard]] const model::SubmissionJudgement& judgement(std::size_t problem,
                                                            std::size_t work) const {
    return parts_[problem]->judgements[work];
  }
  /// Of every work; `unfinished` where it was not judged to the end. Leaves nothing behind.
  [[nodiscard]] std::vector<std::vector<model::SubmissionJudgement>> take();

 private:
  explicit Engine(EngineRecords records) : records_(std::move(records)) {}

  EngineRecords records_;
  std::vector<std::unique_ptr<EnginePart>> parts_;  ///< by problem
  Nanoseconds compile_time_{};
};

}  // namespace arbiter::grade
