#include "grade/engine.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "grade/engine_part.hpp"
#include "grade/time_left.hpp"

namespace arbiter::grade {
namespace {

// Three tests over the limit say enough of a program to let others pass.
constexpr int k_patience = 3;

}  // namespace

struct Engine::State {
  explicit State(EngineRecords those) : records(std::move(those)) {}

  EngineRecords records;
  std::vector<std::unique_ptr<EnginePart>> parts;
  Nanoseconds compile_time{};
  std::size_t all_works = 0;
};

namespace {

/// Turns what the executor tells into judgements and progress.
class Told final : public judge::Observer {
 public:
  Told(std::vector<std::unique_ptr<EnginePart>>& parts, ResultKeeper& keeper, EngineProgress now,
       const std::function<void(const EngineProgress&)>& progress, int jobs)
      : parts_(parts), keeper_(keeper), now_(now), progress_(progress) {
    std::vector<Nanoseconds> limits;
    std::vector<std::size_t> tests;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      for (const std::size_t work : parts[p]->missing) {
        numbered_.emplace_back(p, work);
        limits.push_back(parts[p]->plan.submissions[work].limits.time);
        tests.push_back(parts[p]->plan.tests.size());
      }
    }
    time_left_.emplace(std::move(limits), std::move(tests), jobs);
  }

  void on_compile_time(std::size_t /*submission*/, Nanoseconds took) override {
    compile_time_ += took;
  }

  void on_compiled(std::size_t number, const model::SubmissionJudgement& submission) override {
    const auto [problem, work] = numbered_[number];
    keeper_.keep_compile(parts_[problem]->work_keys[work], submission);
    // What does not compile has no tests to run.
    if (submission.compile.ok) return;
    now_.tests += parts_[problem]->plan.tests.size();
    time_left_->on_end(number);
  }

  void on_test(std::size_t number, const model::TestJudgement& test) override {
    ++now_.tests;
    const Nanoseconds took = test.cached ? Nanoseconds(1) : test.run.wall;
    time_left_->on_test(number, took, test.verdict == model::Verdict::tle);
    tell(number, nullptr);
  }

  void on_submission(std::size_t number, const model::SubmissionJudgement& submission) override {
    const auto [problem, work] = numbered_[number];
    model::SubmissionJudgement& kept = parts_[problem]->judgements[work];
    kept = submission;
    settle(kept);
    if (kept.unfinished) return;
    ++now_.works;
    tell(number, &kept);
  }

  /// No program of that problem can be judged.
  void on_fault(std::size_t problem, const Error& error) {
    for (const std::size_t work : parts_[problem]->missing) {
      model::SubmissionJudgement& judgement = parts_[problem]->judgements[work];
      judgement.unfinished = false;
      judgement.compile.fault = error.text();
      judgement.verdict = model::Verdict::je;
      ++now_.works;
    }
  }

  [[nodiscard]] Nanoseconds compile_time() const { return compile_time_; }

 private:
  void tell(std::size_t number, const model::SubmissionJudgement* finished) {
    now_.problem = numbered_[number].first;
    now_.work = numbered_[number].second;
    now_.finished = finished;
    now_.left = time_left_->left(std::chrono::steady_clock::now() - begun_);
    progress_(now_);
  }

  std::vector<std::unique_ptr<EnginePart>>& parts_;
  ResultKeeper& keeper_;
  EngineProgress now_;
  const std::function<void(const EngineProgress&)>& progress_;
  std::vector<std::pair<std::size_t, std::size_t>> numbered_;  ///< problem and work
  Nanoseconds compile_time_{};
  std::optional<TimeLeft> time_left_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace

Engine::Engine(std::unique_ptr<State> state) : state_(std::move(state)) {}
Engine::~Engine() = default;

Result<std::unique_ptr<Engine>> Engine::plan(std::vector<ProblemWorks> works,
                                             const model::Languages& languages,
                                             EngineRecords records) {
  auto state = std::make_unique<State>(std::move(records));
  for (ProblemWorks& one : works) {
    ARBITER_TRY(part, make_part(std::move(one), languages, state->records));
    state->all_works += part->works.submissions.size();
    state->parts.push_back(std::move(part));
  }
  return std::unique_ptr<Engine>(new Engine(std::move(state)));
}

std::size_t Engine::missing() const {
  std::size_t count = 0;
  for (const auto& part : state_->parts)
    count += part->missing.size();
  return count;
}

std::size_t Engine::missing_tests() const {
  std::size_t count = 0;
  for (const auto& part : state_->parts)
    count += part->missing.size() * part->plan.tests.size();
  return count;
}

std::size_t Engine::all_tests() const {
  std::size_t count = 0;
  for (const auto& part : state_->parts)
    count += part->works.submissions.size() * part->plan.tests.size();
  return count;
}

const judge::Plan& Engine::plan_of(std::size_t problem) const {
  return state_->parts[problem]->plan;
}

bool Engine::is_known(std::size_t problem, std::size_t work) const {
  const auto& missing = state_->parts[problem]->missing;
  return !std::binary_search(missing.begin(), missing.end(), work);
}

Result<void> Engine::run(const EngineTools& tools,
                         const std::function<void(const EngineProgress&)>& progress) {
  EngineRecords& records = state_->records;
  ResultKeeper keeper(records.journal, tools.give_up);
  std::vector<judge::PlanPart> parts;
  std::vector<std::size_t> problems;
  for (std::size_t p = 0; p < state_->parts.size(); ++p) {
    EnginePart& part = *state_->parts[p];
    if (part.missing.empty()) continue;
    std::vector<std::string> keys;
    for (const std::size_t work : part.missing)
      keys.push_back(part.work_keys[work]);
    part.cache = std::make_unique<JournalCache>(records.journal, keeper, *part.keys, part.plan,
                                                std::move(keys), !records.ignores_known);
    parts.push_back({&part.missing_plan, part.cache.get()});
    problems.push_back(p);
  }
  EngineProgress begin;
  begin.all_works = state_->all_works;
  begin.works = state_->all_works - missing();
  begin.all_tests = missing_tests();
  Told told(state_->parts, keeper, begin, progress, tools.how.jobs);
  judge::ExecuteOptions how = tools.how;
  how.patience = k_patience;
  const auto done =
      judge::execute_together(parts, tools.compiler, tools.boxes, tools.languages, how, told);
  const bool is_stopped = how.stop != nullptr && how.stop->load();
  for (std::size_t i = 0; i < done.size(); ++i) {
    // Stopping takes away the boxes in which checkers are compiled.
    if (!done[i] && !is_stopped) told.on_fault(problems[i], done[i].error());
  }
  state_->compile_time = told.compile_time();
  if (auto failure = keeper.failure()) return std::move(*failure);
  return records.journal.finish();
}

Nanoseconds Engine::compile_time() const {
  return state_->compile_time;
}

std::vector<std::vector<model::SubmissionJudgement>> Engine::take() {
  std::vector<std::vector<model::SubmissionJudgement>> all;
  for (const auto& part : state_->parts)
    all.push_back(std::move(part->judgements));
  return all;
}

}  // namespace arbiter::grade
