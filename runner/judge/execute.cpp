// How execution works: there is one state for each submission (waiting, compiling, ready) and one
// mutex around all of them. Every worker thread asks `next` for something to do, does it without
// the lock, and hands the outcome back. A worker stays with its submission as long as that has
// tests left, since changing means a new box; then it takes the next submission that nobody has
// begun, and only then helps another worker. A submission that seems hopelessly slow is left for
// the end. Everything that could depend on timing is sorted again when a submission is complete.
//
// Submissions of several plans are numbered through. What a worker needs to run tests of a problem
// it makes when it first comes to that problem.

#include "judge/execute.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "judge/game/judges.hpp"
#include "judge/program/submission.hpp"
#include "judge/run/company.hpp"
#include "judge/run/test_keys.hpp"
#include "judge/run/test_runner.hpp"
#include "judge/run/validator_run.hpp"
#include "judge/verdict/decide.hpp"
#include "judge/verdict/labels.hpp"
#include "judge/verdict/scoring.hpp"

namespace arbiter::judge {
namespace {

/// What the submissions of one plan share.
struct Part {
  const Plan& plan;
  TestCache* cache;
  std::size_t first;  ///< number of its first submission
  Judges judges;
  std::unique_ptr<Executable> grader;
  Grader grade;
};

Result<void> prepare(Part& part, const PackagePrograms& programs) {
  ARBITER_SET(part.judges, compile_judges(part.plan, programs));
  const model::Problem& problem = programs.problem;
  if (!problem.grader || problem.group_rules != model::GroupRules::kattis) return {};
  ARBITER_TRY(compiled, compile_package_program(programs, *problem.grader, "the grader"));
  part.grader = std::make_unique<Executable>(std::move(compiled));
  part.grade = program_grader(*part.grader, problem.limits, programs.boxes);
  return {};
}

enum class Stage { waiting, compiling, ready, done };

struct SubmissionState {
  const Part* part = nullptr;
  std::size_t index = 0;  ///< in its plan
  Stage stage = Stage::waiting;
  Compiled compiled;
  std::size_t next_test = 0;  ///< index into plan.tests
  std::size_t running = 0;
  std::size_t first_failing = 0;  ///< index into plan.tests; past the end if none
  Pace pace;
  model::SubmissionJudgement judgement;

  [[nodiscard]] const Plan& plan() const { return part->plan; }
  [[nodiscard]] const PlannedSubmission& planned() const { return plan().submissions[index]; }
  /// Among the submissions of all plans, as the observer knows it.
  [[nodiscard]] std::size_t number() const { return part->first + index; }
};

struct Task {
  std::size_t submission = 0;
  std::optional<std::size_t> test;  ///< index into plan.tests; none: it is to be compiled
};

SubmissionState initial(const Part& part, std::size_t index) {
  SubmissionState state;
  state.part = &part;
  state.index = index;
  const PlannedSubmission& planned = state.planned();
  state.first_failing = part.plan.tests.size();
  state.judgement.path = planned.submission->given;
  state.judgement.language = planned.submission->language->id;
  set_expectation(state.judgement, *planned.submission);
  state.judgement.limits = planned.limits;
  return state;
}

/// One thread of work, with a runner for each problem that it came to.
class Worker {
 public:
  Worker(box::BoxFactory& boxes, int core) : boxes_(boxes), core_(core) {}

  /// The runner of that problem, ready for the submission.
  TestRunner& runner_for(std::size_t submission, const SubmissionState& state) {
    auto& runner = runners_[state.part];
    if (!runner) {
      runner = make_runner(state.plan(), state.part->judges, boxes_, core_);
    }
    if (begun_ != submission) runner->begin(state.compiled.executable, state.planned());
    begun_ = submission;
    return *runner;
  }

 private:
  box::BoxFactory& boxes_;
  int core_;
  std::map<const Part*, std::unique_ptr<TestRunner>> runners_;
  std::optional<std::size_t> begun_;
};

class Execution {
 public:
  Execution(const std::vector<Part>& parts, Compiler& compiler, const ExecuteOptions& options,
            Observer& observer, bool keeps)
      : compiler_(compiler), options_(options), observer_(observer), keeps_(keeps) {
    for (const Part& part : parts) {
      for (std::size_t i = 0; i < part.plan.submissions.size(); ++i)
        states_.push_back(initial(part, i));
    }
  }

  void work(Worker& worker) {
    std::optional<std::size_t> preferred;
    while (const auto task = next(preferred)) {
      preferred = task->submission;
      if (task->test) {
        finish_test(*task, run(worker, *task));
      } else {
        compile(task->submission);
      }
    }
  }

  /// Finishes what was begun and gives it, if that is to be kept.
  std::vector<model::SubmissionJudgement> take() {
    std::vector<model::SubmissionJudgement> all;
    for (SubmissionState& state : states_) {
      if (state.stage == Stage::waiting || state.stage == Stage::compiling) continue;
      if (state.stage != Stage::done) finish(state);
      if (keeps_) all.push_back(std::move(state.judgement));
    }
    return all;
  }

 private:
  [[nodiscard]] bool stopped() const { return options_.stop != nullptr && options_.stop->load(); }

  [[nodiscard]] static bool has_tests(const SubmissionState& state) {
    const Plan& plan = state.plan();
    if (state.stage != Stage::ready || state.next_test >= plan.tests.size()) return false;
    if (plan.stop_after_tle > 0 && is_too_slow(plan, state.judgement)) return false;
    // A test behind the first failure cannot change the verdict; those before it can.
    return !plan.fail_fast || state.next_test < state.first_failing;
  }

  [[nodiscard]] bool seems_hopeless(const SubmissionState& state) const {
    return options_.patience > 0 && state.pace.too_slow >= options_.patience;
  }

  std::optional<Task> choose(std::optional<std::size_t> preferred) {
    const bool has_own = preferred && has_tests(states_[*preferred]);
    if (has_own && !seems_hopeless(states_[*preferred])) return take_test(*preferred);
    // What was begun once never waits again.
    while (first_waiting_ < states_.size() && states_[first_waiting_].stage != Stage::waiting)
      ++first_waiting_;
    if (first_waiting_ < states_.size()) {
      states_[first_waiting_].stage = Stage::compiling;
      return Task{first_waiting_, std::nullopt};
    }
    std::optional<std::size_t> hopeless;
    if (has_own) hopeless = preferred;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (!has_tests(states_[i])) continue;
      if (!seems_hopeless(states_[i])) return take_test(i);
      if (!hopeless) hopeless = i;
    }
    if (hopeless) return take_test(*hopeless);
    return std::nullopt;
  }

  Task take_test(std::size_t submission) {
    SubmissionState& state = states_[submission];
    ++state.running;
    return Task{submission, state.next_test++};
  }

  std::optional<Task> next(std::optional<std::size_t> preferred) {
    std::unique_lock lock(mutex_);
    while (true) {
      if (stopped()) return {};
      if (const auto task = choose(preferred)) return task;
      const bool more_may_come =
          std::ranges::any_of(states_, [](const auto& s) { return s.stage == Stage::compiling; });
      if (!more_may_come) return {};
      changed_.wait(lock);
    }
  }

  void compile(std::size_t submission) {
    SubmissionState& state = states_[submission];
    CompileRequest request = compile_request(state.plan(), state.index);
    request.additions = options_.additions;
    const auto hash = hash_submission(*state.planned().submission);
    const auto begin = std::chrono::steady_clock::now();
    auto compiled = [&] {
      const Company::Beside beside(company_);
      return compiler_.compile(request);
    }();
    const Nanoseconds took = std::chrono::steady_clock::now() - begin;
    const std::lock_guard lock(mutex_);
    observer_.on_compile_time(state.number(), took);
    if (hash) state.judgement.sha256 = *hash;
    if (compiled) {
      state.compiled = std::move(compiled).value();
      state.judgement.compile = state.compiled.judgement;
      model::CompileJudgement& compile = state.judgement.compile;
      if (!compile.cached && !compile.command.empty()) compile.took = took;
    } else {
      state.judgement.compile.fault = compiled.error().text();
    }
    // Stopping ends compilers too: what was seen then says nothing of the program.
    if (stopped() && !state.judgement.compile.ok) {
      state.stage = Stage::waiting;
    } else {
      state.stage = Stage::ready;
      observer_.on_compiled(state.number(), state.judgement);
      if (!state.judgement.compile.ok) finish(state);
    }
    changed_.notify_all();
  }

  std::optional<model::TestJudgement> run(Worker& worker, const Task& task) {
    const SubmissionState& state = states_[task.submission];
    const std::size_t test = state.plan().tests[*task.test];
    auto judgement = find_or_run(worker, task);
    // Here, since what an earlier run found out may have been kept without it.
    if (judgement && state.plan().keep_inputs)
      add_input(state.plan().problem->tests[test], *judgement);
    return judgement;
  }

  std::optional<model::TestJudgement> find_or_run(Worker& worker, const Task& task) {
    const SubmissionState& state = states_[task.submission];
    const std::size_t test = state.plan().tests[*task.test];
    const Executable& executable = state.compiled.executable;
    TestCache* cache = state.part->cache;
    if (cache != nullptr) {
      if (auto known = cache->find(state.index, test, executable)) return known;
    }
    auto judgement = judge(worker.runner_for(task.submission, state), test, state.planned().limits);
    if (judgement && cache != nullptr) cache->store(state.index, test, executable, *judgement);
    return judgement;
  }

  /// None if it was stopped before the judgement was certain.
  std::optional<model::TestJudgement> judge(TestRunner& runner, std::size_t test,
                                            const model::RunLimits& limits) {
    model::TestJudgement judgement;
    {
      const Company::Beside beside(company_);
      judgement = runner.judge(test);
    }
    // Stopping takes the boxes away under the programs in them.
    if (stopped() && judgement.verdict == model::Verdict::je) return std::nullopt;
    const bool is_in_doubt = is_near_limit(judgement.run, limits) ||
                             (options_.confirms_waiting && has_waited(judgement.run, limits));
    if (!is_in_doubt) return judgement;
    if (stopped()) return std::nullopt;
    // Programs on other cores slow it down: they share the memory and its caches.
    const Company::Alone alone(company_);
    auto second = runner.judge(test);
    if (stopped() && second.verdict == model::Verdict::je) return std::nullopt;
    return settle_rerun(std::move(judgement), std::move(second), limits);
  }

  void finish_test(const Task& task, std::optional<model::TestJudgement> judgement) {
    const std::lock_guard lock(mutex_);
    SubmissionState& state = states_[task.submission];
    --state.running;
    if (judgement) {
      if (judgement->verdict != model::Verdict::ac) {
        state.first_failing = std::min(state.first_failing, *task.test);
      }
      state.pace.add(*judgement);
      if (ends_after(state.plan(), state.pace, state.next_test))
        state.next_test = state.plan().tests.size();
      observer_.on_test(state.number(), *judgement);
      state.judgement.tests.push_back(std::move(*judgement));
    }
    if (state.running == 0 && !has_tests(state) && !stopped()) finish(state);
    changed_.notify_all();
  }

  void finish(SubmissionState& state) {
    const Plan& plan = state.plan();
    if (plan.fail_fast) drop_behind_first_failing(state);
    if (plan.stop_after_tle > 0) stop_when_too_slow(plan, state.judgement);
    aggregate(state.judgement, plan.tests.size(), plan.all_tests, plan.fail_fast, *plan.problem,
              state.part->grade);
    state.stage = Stage::done;
    observer_.on_submission(state.number(), state.judgement);
    if (!keeps_) state.judgement = {};
  }

  /// Which tests behind the first failure had been begun depends on the number of workers.
  static void drop_behind_first_failing(SubmissionState& state) {
    const Plan& plan = state.plan();
    if (state.first_failing >= plan.tests.size()) return;
    const std::string& last = plan.problem->tests[plan.tests[state.first_failing]].name;
    std::erase_if(state.judgement.tests, [&](const model::TestJudgement& test) {
      return model::judged_before(last, test.name);
    });
  }

  Compiler& compiler_;
  const ExecuteOptions& options_;
  Observer& observer_;
  bool keeps_;
  Company company_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<SubmissionState> states_;
  std::size_t first_waiting_ = 0;
};

/// Compiles and runs all submissions of all parts. Gives those that were begun, in order, unless
/// they are not to be kept.
std::vector<model::SubmissionJudgement> work_off(const std::vector<Part>& parts, Compiler& compiler,
                                                 box::BoxFactory& boxes,
                                                 const ExecuteOptions& options, Observer& observer,
                                                 bool keeps) {
  Execution execution(parts, compiler, options, observer, keeps);
  const auto work = [&](std::size_t i) {
    const int core = options.cores.empty() ? -1 : options.cores[i % options.cores.size()];
    Worker worker(boxes, core);
    execution.work(worker);
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < static_cast<std::size_t>(std::max(1, options.jobs)); ++i)
      threads.emplace_back(work, i);
    work(0);
  }
  return execution.take();
}

}  // namespace

CompileRequest compile_request(const Plan& plan, std::size_t submission) {
  const model::Problem& problem = *plan.problem;
  const PlannedSubmission& planned = plan.submissions[submission];
  CompileRequest request = request_for(problem, *planned.submission);
  request.includes = included_files(problem, *planned.submission->language);
  request.attachments = problem.attachments;
  request.run_memory = planned.limits.memory;
  request.is_one_of_many = planned.is_one_of_many;
  return request;
}

Result<std::vector<model::SubmissionJudgement>> execute(const PlanPart& part,
                                                        const PackagePrograms& programs,
                                                        const ExecuteOptions& options,
                                                        Observer& observer) {
  std::vector<Part> parts;
  parts.push_back({*part.plan, part.cache, 0, {}, {}, {}});
  ARBITER_CHECK(prepare(parts[0], programs));
  return work_off(parts, programs.compiler, programs.boxes, options, observer, true);
}

std::vector<Result<void>> execute_together(const std::vector<PlanPart>& parts, Compiler& compiler,
                                           box::BoxFactory& boxes,
                                           const model::Languages& languages,
                                           const ExecuteOptions& options, Observer& observer) {
  std::vector<Result<void>> prepared;
  std::vector<Part> ready;
  std::size_t first = 0;
  for (const PlanPart& part : parts) {
    Part made{*part.plan, part.cache, first, {}, {}, {}};
    prepared.push_back(prepare(made, {*part.plan->problem, languages, compiler, boxes}));
    if (prepared.back()) ready.push_back(std::move(made));
    first += part.plan->submissions.size();
  }
  work_off(ready, compiler, boxes, options, observer, false);
  return prepared;
}

}  // namespace arbiter::judge
