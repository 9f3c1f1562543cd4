// How execution works: there is one state for each submission (waiting, compiling, ready) and one
// mutex around all of them. Every worker thread asks `next` for something to do, does it without
// the lock, and hands the outcome back. A worker stays with its submission as long as that has
// tests left, since changing means a new box; then it takes the next submission that nobody has
// begun, and only then helps another worker. Everything that could depend on timing is sorted
// again when a submission is complete.

#include "judge/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "judge/aggregate.hpp"
#include "judge/by_hand.hpp"
#include "judge/grader_program.hpp"
#include "judge/included_files.hpp"
#include "judge/judges.hpp"
#include "judge/labels.hpp"
#include "judge/package_program.hpp"
#include "judge/test_runner.hpp"

namespace arbiter::judge {
namespace {

enum class Stage { waiting, compiling, ready, done };

struct SubmissionState {
  Stage stage = Stage::waiting;
  Compiled compiled;
  std::size_t next_test = 0;  ///< index into plan.tests
  std::size_t running = 0;
  std::size_t first_failing;  ///< index into plan.tests; past the end if none
  model::SubmissionJudgement judgement;
};

struct Task {
  enum class Kind { none, compile, test };
  Kind kind = Kind::none;
  std::size_t submission = 0;
  std::size_t test = 0;  ///< index into plan.tests
};

class Execution {
 public:
  Execution(const Plan& plan, Compiler& compiler, const ExecuteOptions& options, Observer& observer,
            Grader grader)
      : plan_(plan),
        compiler_(compiler),
        options_(options),
        observer_(observer),
        grader_(std::move(grader)) {
    states_.resize(plan.submissions.size());
    for (std::size_t i = 0; i < states_.size(); ++i) {
      SubmissionState& state = states_[i];
      const PlannedSubmission& planned = plan.submissions[i];
      state.first_failing = plan.tests.size();
      state.judgement.path = planned.submission->given;
      state.judgement.language = planned.submission->language->id;
      set_expectation(state.judgement, *planned.submission);
      state.judgement.limits = planned.limits;
    }
  }

  void work(TestRunner& runner) {
    std::optional<std::size_t> preferred;
    std::optional<std::size_t> begun;
    while (true) {
      const Task task = next(preferred);
      if (task.kind == Task::Kind::none) return;
      preferred = task.submission;
      if (task.kind == Task::Kind::compile) {
        compile(task.submission);
        continue;
      }
      if (begun != task.submission) {
        const Executable& executable = states_[task.submission].compiled.executable;
        runner.begin(executable, plan_.submissions[task.submission]);
        begun = task.submission;
      }
      finish_test(task, run(runner, task));
    }
  }

  std::vector<model::SubmissionJudgement> take() {
    std::vector<model::SubmissionJudgement> all;
    for (SubmissionState& state : states_) {
      if (state.stage == Stage::waiting || state.stage == Stage::compiling) continue;
      if (state.stage != Stage::done) finish(state);
      all.push_back(std::move(state.judgement));
    }
    return all;
  }

 private:
  [[nodiscard]] bool stopped() const { return options_.stop != nullptr && options_.stop->load(); }

  [[nodiscard]] bool has_tests(const SubmissionState& state) const {
    if (state.stage != Stage::ready || state.next_test >= plan_.tests.size()) return false;
    // A test behind the first failure cannot change the verdict; those before it can.
    return !plan_.fail_fast || state.next_test < state.first_failing;
  }

  std::optional<Task> choose(std::optional<std::size_t> preferred) {
    if (preferred && has_tests(states_[*preferred])) return take_test(*preferred);
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (states_[i].stage == Stage::waiting) {
        states_[i].stage = Stage::compiling;
        return Task{Task::Kind::compile, i, 0};
      }
    }
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (has_tests(states_[i])) return take_test(i);
    }
    return std::nullopt;
  }

  Task take_test(std::size_t submission) {
    SubmissionState& state = states_[submission];
    ++state.running;
    return Task{Task::Kind::test, submission, state.next_test++};
  }

  Task next(std::optional<std::size_t> preferred) {
    std::unique_lock lock(mutex_);
    while (true) {
      if (stopped()) return {};
      if (const auto task = choose(preferred)) return *task;
      const bool more_may_come = std::any_of(states_.begin(), states_.end(), [](const auto& s) {
        return s.stage == Stage::compiling;
      });
      if (!more_may_come) return {};
      changed_.wait(lock);
    }
  }

  void compile(std::size_t index) {
    SubmissionState& state = states_[index];
    CompileRequest request = compile_request(plan_, index);
    request.additions = options_.additions;
    auto compiled = compiler_.compile(request);
    const std::lock_guard lock(mutex_);
    if (compiled) {
      state.compiled = std::move(compiled).value();
      state.judgement.compile = state.compiled.judgement;
    } else {
      state.judgement.compile.fault = compiled.error().text();
    }
    // Stopping ends compilers too: what was seen then says nothing of the program.
    if (stopped() && !state.judgement.compile.ok) {
      state.stage = Stage::waiting;
    } else {
      state.stage = Stage::ready;
      observer_.on_compiled(index, state.judgement);
      if (!state.judgement.compile.ok) finish(state);
    }
    changed_.notify_all();
  }

  std::optional<model::TestJudgement> run(TestRunner& runner, const Task& task) {
    const std::size_t test = plan_.tests[task.test];
    const Executable& executable = states_[task.submission].compiled.executable;
    if (options_.cache != nullptr) {
      if (auto known = options_.cache->find(task.submission, test, executable)) return known;
    }
    auto judgement = runner.judge(test);
    // Stopping takes the boxes away under the programs in them.
    if (stopped() && judgement.verdict == model::Verdict::je) return std::nullopt;
    if (options_.cache != nullptr) {
      options_.cache->store(task.submission, test, executable, judgement);
    }
    return judgement;
  }

  void finish_test(const Task& task, std::optional<model::TestJudgement> judgement) {
    const std::lock_guard lock(mutex_);
    SubmissionState& state = states_[task.submission];
    --state.running;
    if (judgement) {
      if (judgement->verdict != model::Verdict::ac) {
        state.first_failing = std::min(state.first_failing, task.test);
      }
      const bool is_enough = plan_.until_too_slow && judgement->verdict == model::Verdict::tle;
      if (is_enough) state.next_test = plan_.tests.size();
      observer_.on_test(task.submission, *judgement);
      state.judgement.tests.push_back(std::move(*judgement));
    }
    if (state.running == 0 && !has_tests(state) && !stopped()) finish(state);
    changed_.notify_all();
  }

  void finish(SubmissionState& state) {
    if (plan_.fail_fast) drop_behind_first_failing(state);
    aggregate(state.judgement, plan_.tests.size(), plan_.all_tests, plan_.fail_fast, plan_.problem,
              grader_);
    state.stage = Stage::done;
    observer_.on_submission(static_cast<std::size_t>(&state - states_.data()), state.judgement);
  }

  /// Which tests behind the first failure had been begun depends on the number of workers.
  void drop_behind_first_failing(SubmissionState& state) const {
    if (state.first_failing >= plan_.tests.size()) return;
    const std::string& last = plan_.problem->tests[plan_.tests[state.first_failing]].name;
    std::erase_if(state.judgement.tests, [&](const model::TestJudgement& test) {
      return model::judged_before(last, test.name);
    });
  }

  const Plan& plan_;
  Compiler& compiler_;
  const ExecuteOptions& options_;
  Observer& observer_;
  Grader grader_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<SubmissionState> states_;
};

}  // namespace

CompileRequest compile_request(const Plan& plan, std::size_t submission) {
  const model::Problem& problem = *plan.problem;
  const PlannedSubmission& planned = plan.submissions[submission];
  CompileRequest request = request_for(problem, *planned.submission);
  request.includes = included_files(problem, *planned.submission->language);
  request.attachments = problem.attachments;
  request.run_memory = planned.limits.memory;
  return request;
}

Result<std::vector<model::SubmissionJudgement>> execute(const Plan& plan, Compiler& compiler,
                                                        box::BoxFactory& boxes,
                                                        const model::Languages& languages,
                                                        const ExecuteOptions& options,
                                                        Observer& observer) {
  const PackagePrograms programs{*plan.problem, languages, compiler, boxes};
  ARBITER_TRY(judges, compile_judges(plan, programs));
  Executable grader;
  Grader grade;
  if (plan.problem->grader && plan.problem->group_rules == model::GroupRules::kattis) {
    ARBITER_TRY(compiled, compile_package_program(programs, *plan.problem->grader, "the grader"));
    grader = std::move(compiled);
    grade = program_grader(grader, plan.problem->limits, boxes);
  }
  TestInputs inputs(plan.problem->tests);
  Execution execution(plan, compiler, options, observer, std::move(grade));
  std::vector<std::unique_ptr<TestRunner>> runners;
  const auto jobs = static_cast<std::size_t>(std::max(1, options.jobs));
  for (std::size_t i = 0; i < jobs; ++i) {
    const int core = options.cores.empty() ? -1 : options.cores[i % options.cores.size()];
    runners.push_back(make_runner(plan, judges, inputs, boxes, core));
  }
  {
    std::vector<std::jthread> workers;
    for (std::size_t i = 1; i < jobs; ++i) {
      workers.emplace_back([&execution, &runner = *runners[i]] { execution.work(runner); });
    }
    execution.work(*runners[0]);
  }
  return execution.take();
}

}  // namespace arbiter::judge
