#include "grade/engine.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <utility>

#include "grade/engine_part.hpp"
#include "store/results.hpp"

namespace arbiter::grade {
namespace {

// Three tests over the limit say enough of a program to let others pass.
constexpr int k_patience = 3;

void set_fault(model::SubmissionJudgement& judgement, const std::string& why) {
  judgement.unfinished = false;
  judgement.compile.fault = why;
  judgement.verdict = model::Verdict::je;
}

/// Keeps results in a journal, clipped. The first one that cannot be kept ends the work, since a
/// full disk would have all later ones be lost, too.
class ResultKeeper {
 public:
  /// `give_up` is called once, from any thread.
  ResultKeeper(const EngineRecords& records, const std::function<void()>& give_up)
      : records_(records), give_up_(give_up) {}

  void keep_test(const std::string& key, model::TestJudgement test) {
    store::clip(test);
    check(store::keep_test(records_.journal, key, test));
    // What other runs cannot be told they find out again.
    if (records_.shared != nullptr)
      static_cast<void>(store::keep_test(*records_.shared, key, test));
  }
  void keep_compile(const std::string& key, const model::SubmissionJudgement& submission) {
    check(store::keep_compile(records_.journal, key, submission));
    if (records_.shared != nullptr)
      static_cast<void>(store::keep_compile(*records_.shared, key, submission));
  }
  [[nodiscard]] std::optional<Error> failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
  }

 private:
  void check(Result<void> kept) {
    if (kept) return;
    {
      const std::lock_guard lock(mutex_);
      if (failure_) return;
      failure_ = std::move(kept).error();
    }
    give_up_();
  }

  const EngineRecords& records_;
  const std::function<void()>& give_up_;
  mutable std::mutex mutex_;
  std::optional<Error> failure_;
};

/// The results of what is missing of a part. Everything outlives it.
class PartCache final : public judge::TestCache {
 public:
  PartCache(const EngineRecords& records, ResultKeeper& keeper, const EnginePart& part,
            std::size_t problem, const std::function<void(const EngineWork&)>& on_begin)
      : records_(records),
        keeper_(keeper),
        part_(part),
        problem_(problem),
        on_begin_(on_begin),
        has_begun_(part.missing.size()) {}

  std::optional<model::TestJudgement> find(std::size_t submission, std::size_t test,
                                           const judge::Executable& /*executable*/) override {
    const std::size_t work = part_.missing[submission];
    if (on_begin_ && !has_begun_[submission].exchange(true))
      on_begin_({problem_, work, part_.work_keys[work]});
    const auto key = key_of(submission, test);
    if (records_.ignores_known || !key) return std::nullopt;
    auto known = known_test(records_, *key, part_.plan.problem->tests[test].name);
    if (known) known->cached = true;
    return known;
  }
  void store(std::size_t submission, std::size_t test, const judge::Executable& /*executable*/,
             const model::TestJudgement& judgement) override {
    if (const auto key = key_of(submission, test)) keeper_.keep_test(*key, judgement);
  }

 private:
  [[nodiscard]] Result<std::string> key_of(std::size_t submission, std::size_t test) const {
    return part_.keys->key(part_.work_keys[part_.missing[submission]], test);
  }

  const EngineRecords& records_;
  ResultKeeper& keeper_;
  const EnginePart& part_;
  std::size_t problem_;
  const std::function<void(const EngineWork&)>& on_begin_;
  std::vector<std::atomic<bool>> has_begun_;  ///< one a missing work
};

/// Turns what the executor tells into judgements and progress.
class Told final : public judge::Observer {
 public:
  Told(std::vector<std::unique_ptr<EnginePart>>& parts, ResultKeeper& keeper, EngineProgress now,
       const std::function<void(const EngineProgress&)>& progress, const EngineTools& tools)
      : parts_(parts), keeper_(keeper), now_(now), progress_(progress), tools_(tools) {
    std::vector<TimeLeft::Program> programs;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      for (const std::size_t work : parts[p]->missing) {
        numbered_.emplace_back(p, work);
        const judge::Plan& plan = parts[p]->plan;
        programs.push_back({plan.submissions[work].limits.time, plan.tests.size()});
      }
    }
    time_left_.emplace(std::move(programs), tools.how.jobs);
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
    if (!test.cached) ++now_.runs;
    const Nanoseconds took = test.cached ? Nanoseconds(1) : test.run.wall;
    time_left_->on_test(number, took, test.verdict == model::Verdict::tle);
    tell(number, nullptr);
  }

  void on_submission(std::size_t number, const model::SubmissionJudgement& submission) override {
    const auto [problem, work] = numbered_[number];
    model::SubmissionJudgement& kept = parts_[problem]->judgements[work];
    kept = submission;
    settle(kept);
    if (kept.unfinished) {
      if (tools_.on_left) tools_.on_left({problem, work, parts_[problem]->work_keys[work]}, kept);
      return;
    }
    ++now_.works;
    tell(number, &kept);
  }

  /// No program of that problem can be judged.
  void on_fault(std::size_t problem, const Error& error) {
    for (const std::size_t work : parts_[problem]->missing) {
      set_fault(parts_[problem]->judgements[work], error.text());
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
  const EngineTools& tools_;
  std::vector<std::pair<std::size_t, std::size_t>> numbered_;  ///< problem and work
  Nanoseconds compile_time_{};
  std::optional<TimeLeft> time_left_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

/// Makes the plan of what is missing.
void choose_missing(EnginePart& part) {
  part.missing_plan = part.plan;
  part.missing_plan.submissions.clear();
  for (const std::size_t work : part.missing)
    part.missing_plan.submissions.push_back(part.plan.submissions[work]);
}

}  // namespace

Result<std::unique_ptr<Engine>> Engine::plan(std::vector<ProblemWorks> works,
                                             const model::Languages& languages,
                                             EngineRecords records) {
  std::unique_ptr<Engine> engine(new Engine(std::move(records)));
  for (ProblemWorks& one : works) {
    const model::Problem& problem = *one.problem;
    auto part = make_part(std::move(one), languages, engine->records_);
    if (!part) return std::move(part).error().within(problem.id);
    engine->parts_.push_back(*std::move(part));
  }
  return engine;
}

std::size_t Engine::missing() const {
  std::size_t count = 0;
  for (const auto& part : parts_)
    count += part->missing.size();
  return count;
}

std::size_t Engine::missing_tests() const {
  std::size_t count = 0;
  for (const auto& part : parts_)
    count += part->missing.size() * part->plan.tests.size();
  return count;
}

std::vector<EngineWork> Engine::unrecorded() const {
  std::vector<EngineWork> works;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    for (const std::size_t work : parts_[p]->unrecorded)
      works.push_back({p, work, parts_[p]->work_keys[work]});
  }
  return works;
}

std::optional<EngineWork> Engine::work_of(const std::string& key) const {
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const EnginePart& part = *parts_[p];
    for (std::size_t work = 0; work < part.work_keys.size(); ++work) {
      const std::string& of_work = part.work_keys[work];
      const auto is_its = [&](std::size_t test) {
        const auto of_test = part.keys->key(of_work, test);
        return of_test && *of_test == key;
      };
      if (of_work == key || std::ranges::any_of(part.plan.tests, is_its))
        return EngineWork{p, work, of_work};
    }
  }
  return std::nullopt;
}

void Engine::give_up(const EngineWork& work, const std::string& why) {
  EnginePart& part = *parts_[work.problem];
  set_fault(part.judgements[work.work], why);
  std::erase(part.missing, work.work);
  std::erase(part.unrecorded, work.work);
}

std::optional<model::TestJudgement> Engine::find(std::size_t problem, std::size_t work,
                                                 std::size_t test) const {
  const EnginePart& part = *parts_[problem];
  const std::string& name = part.plan.problem->tests[test].name;
  const std::string& fault = part.judgements[work].compile.fault;
  if (!fault.empty()) {
    model::TestJudgement failed;
    failed.name = name;
    failed.verdict = model::Verdict::je;
    failed.message = fault;
    return failed;
  }
  const auto key = part.keys->key(part.work_keys[work], test);
  return key ? known_test(records_, *key, name) : std::nullopt;
}

Result<void> Engine::run(const EngineTools& tools,
                         const std::function<void(const EngineProgress&)>& progress) {
  ResultKeeper keeper(records_, tools.give_up);
  std::vector<judge::PlanPart> parts;
  std::vector<std::unique_ptr<PartCache>> caches;
  std::vector<std::size_t> problems;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    EnginePart& part = *parts_[p];
    if (part.missing.empty()) continue;
    choose_missing(part);
    caches.push_back(std::make_unique<PartCache>(records_, keeper, part, p, tools.on_begin));
    parts.push_back({&part.missing_plan, caches.back().get()});
    problems.push_back(p);
  }
  EngineProgress begin;
  for (const auto& part : parts_)
    begin.all_works += part->works.submissions.size();
  begin.works = begin.all_works - missing();
  begin.all_tests = missing_tests();
  Told told(parts_, keeper, begin, progress, tools);
  judge::ExecuteOptions how = tools.how;
  how.patience = k_patience;
  // What is recorded here stays a grade, so a busy machine must not make it.
  how.confirms_waiting = true;
  const auto done =
      judge::execute_together(parts, tools.compiler, tools.boxes, tools.languages, how, told);
  const bool is_stopped = how.stop != nullptr && how.stop->load();
  for (std::size_t i = 0; i < done.size(); ++i) {
    // Stopping takes away the boxes in which checkers are compiled.
    if (!done[i] && !is_stopped) told.on_fault(problems[i], done[i].error());
  }
  compile_time_ = told.compile_time();
  if (auto failure = keeper.failure()) return std::move(*failure);
  return records_.journal.finish();
}

std::vector<std::vector<model::SubmissionJudgement>> Engine::take() {
  std::vector<std::vector<model::SubmissionJudgement>> all;
  for (const auto& part : parts_)
    all.push_back(std::move(part->judgements));
  return all;
}

}  // namespace arbiter::grade
