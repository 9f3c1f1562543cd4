// How a stress test works: inputs are tries, numbered in the order in which they begin. First
// those of an enumeration, then drawn ones. Every worker asks `next` for something to do under one
// lock, does it without the lock, and hands the outcome back: a try, or a failure to be made small
// once all earlier tries are over. So what is found depends on neither the number of workers nor
// their pace.

#include "stress/stress.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>

#include "stress/hunt.hpp"
#include "stress/small_first.hpp"
#include "stress/supply.hpp"
#include "stress/values.hpp"

namespace arbiter::stress {
namespace {

using Clock = std::chrono::steady_clock;

/// An input to be tried or a failure to be made small; neither: nothing is left to do.
struct Task {
  std::uint64_t number = 0;
  std::optional<Drawn> drawn;
  std::vector<std::size_t> submissions;
  std::optional<Hit> hit;
};

class Run {
 public:
  Run(const StressSetup& setup, const StressOptions& options)
      : setup_(setup),
        options_(options),
        supply_(setup.commands, options, [this] { return clock_.elapsed(); }),
        hunt_(setup.contestants.submissions.size(), options.most_found,
              // Of two nobody is right, so that one difference is of both.
              !setup.contestants.has_answers && setup.contestants.submissions.size() == 2) {}

  void work(Workplace& place) {
    while (true) {
      Task task = next(place);
      if (!task.drawn && !task.hit) break;
      const Result<void> done =
          task.drawn ? attempt(place, task) : shrink(place, *std::move(task.hit));
      if (!done) fail(done.error());
    }
    changed_.notify_all();
  }

  Result<model::StressResult> take() {
    if (fault_) return *fault_;
    for (const Hit& hit : hunt_.take_rest())
      add_failure(hit.origin, failure_of(hit));
    result_.seed = options_.seed;
    result_.time = clock_.elapsed();
    result_.enumerated = supply_.enumerated();
    result_.slow = supply_.enumeration().slow();
    result_.sources = supply_.sources();
    result_.exhausted = supply_.enumeration().reached(setup_.commands);
    if (options_.exhaustive)
      result_.exhaustion = supply_.exhaustion(*options_.exhaustive, result_.exhausted);
    result_.interrupted = is_stopped();
    std::ranges::stable_sort(
        result_.failures, [](const auto& a, const auto& b) { return a.submission < b.submission; });
    for (auto& [key, fault] : supply_.take_faults())
      result_.faults.push_back(std::move(fault));
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_stopped() const {
    return options_.stop != nullptr && options_.stop->load();
  }
  [[nodiscard]] bool is_over() const {
    const bool is_enough = options_.iterations && begun_ >= *options_.iterations;
    return fault_ || is_stopped() || is_enough || clock_.elapsed() >= options_.time;
  }

  [[nodiscard]] std::vector<std::size_t> wanted() const {
    std::vector<std::size_t> wanted = hunt_.wanted();
    if (!options_.only.empty()) {
      std::erase_if(
          wanted, [this](std::size_t one) { return std::ranges::count(options_.only, one) == 0; });
    }
    return wanted;
  }

  void wind() { clock_.run(!hunt_.is_only_shrinking()); }

  void fail(const Error& error) {
    const std::lock_guard lock(mutex_);
    // Stopping takes the boxes away under what runs in them.
    if (!is_stopped() && !fault_) fault_ = error;
    changed_.notify_all();
  }

  Task next(Workplace& place) {
    std::unique_lock lock(mutex_);
    while (true) {
      if (is_stopped() || fault_) return {};
      Task task;
      task.hit = hunt_.take_hit();
      if (task.hit) {
        wind();
        return task;
      }
      task.submissions = options_.is_survey ? options_.only : wanted();
      if (!task.submissions.empty() && !is_over()) {
        clock_.run(true);
        auto drawn = supply_.next(place.bench);
        if (!drawn) {
          if (!is_stopped()) fault_ = std::move(drawn).error();
          return {};
        }
        task.drawn = *std::move(drawn);
        if (task.drawn) {
          task.number = hunt_.begin();
          ++begun_;
          return task;
        }
      }
      wind();
      if (!hunt_.is_busy()) return {};
      changed_.wait(lock);
    }
  }

  Result<void> attempt(Workplace& place, const Task& task) {
    auto outcome = try_input(place, task);
    const std::lock_guard lock(mutex_);
    hunt_.end(task.number, outcome ? *std::move(outcome) : std::vector<Hit>());
    wind();
    tell(false);
    changed_.notify_all();
    if (!outcome) return outcome.error();
    return {};
  }

  Result<std::vector<Hit>> try_input(Workplace& place, const Task& task) {
    const std::string& generator = setup_.commands[task.drawn->origin.command].program;
    std::string input = task.drawn->input;
    if (!task.drawn->origin.choices) {
      ARBITER_TRY(made, place.bench.draw(generator, task.drawn->origin.arguments, false));
      if (!is_good_draw(task, made)) return std::vector<Hit>();
      input = std::move(made.input);
    }
    ARBITER_TRY(examined, examine(place, input, task.submissions));
    Nanoseconds found_after{};
    {
      const std::lock_guard lock(mutex_);
      found_after = clock_.elapsed();
      if (!supply_.hear(task.drawn->origin, input, examined)) {
        if (!examined.refusal.empty()) ++result_.refused;
        return std::vector<Hit>();
      }
      ++result_.iterations;
      last_bytes_ = static_cast<std::int64_t>(input.size());
    }
    std::vector<Hit> hits;
    for (std::size_t i = 0; i < task.submissions.size(); ++i) {
      model::TestJudgement& judgement = examined.judgements[i];
      if (!is_looked_for(judgement.verdict)) continue;
      hits.push_back({task.number, task.submissions[i], task.drawn->origin, input, examined.answer,
                      std::move(judgement), found_after});
    }
    if (!hits.empty()) {
      ARBITER_TRY(is_same, makes_it_again(place, task, input));
      if (!is_same) hits.clear();
    }
    return hits;
  }

  /// Whether the generator made something.
  bool is_good_draw(const Task& task, const MadeInput& made) {
    const std::lock_guard lock(mutex_);
    if (made.fault.empty()) return true;
    supply_.blame(task.drawn->origin, made.fault);
    return false;
  }

  /// A failure must not hang on a generator that makes something else the next time.
  Result<bool> makes_it_again(Workplace& place, const Task& task, const std::string& input) {
    const Origin& origin = task.drawn->origin;
    const std::string& generator = setup_.commands[origin.command].program;
    ARBITER_TRY(again, origin.choices
                           ? place.bench.play(generator, origin.arguments, *origin.choices)
                           : place.bench.draw(generator, origin.arguments, false));
    if (again.fault.empty() && again.input == input) return true;
    const std::lock_guard lock(mutex_);
    supply_.blame(origin, "two runs of the same command make different inputs");
    return false;
  }

  [[nodiscard]] bool is_looked_for(model::Verdict verdict) const {
    if (verdict == model::Verdict::ac || options_.is_survey) return false;
    return options_.verdicts.empty() || options_.verdicts.count(verdict) > 0;
  }

  Result<void> shrink(Workplace& place, Hit hit) {
    const auto begin = Clock::now();
    const auto on_better = [this](std::int64_t bytes) {
      const std::lock_guard lock(mutex_);
      last_bytes_ = bytes;
      tell(true);
    };
    SmallFirstControl small;
    // Another one for each failure, and none that the search itself draws with.
    small.seed = ~options_.seed - hit.number;
    small.is_looked_for = [this](model::Verdict verdict) { return is_looked_for(verdict); };
    small.is_over = [&] {
      const auto passed = Clock::now() - begin + hit.judgement.run.wall;
      return is_stopped() || passed >= options_.shrink_time / 2;
    };
    small.on_better = on_better;
    const Result<void> looked = look_for_smaller(place, setup_.commands, hit, small);
    if (!looked && !is_stopped()) return looked;
    ReduceControl control;
    control.time = options_.shrink_time - (Clock::now() - begin);
    control.patience = options_.shrink_patience;
    control.is_stopped = [this] { return is_stopped(); };
    control.on_better = on_better;
    auto reduced = reduce(place, setup_.commands[hit.origin.command].program, hit, control);
    const std::lock_guard lock(mutex_);
    model::StressFailure failure = reduced ? *reduced : failure_of(hit);
    hunt_.shrunk(hit.submission, failure.input);
    wind();
    add_failure(hit.origin, std::move(failure));
    tell(false);
    changed_.notify_all();
    if (!reduced && !is_stopped()) return std::move(reduced).error();
    return {};
  }

  void add_failure(const Origin& origin, model::StressFailure failure) {
    for (const model::StressFailure& one : result_.failures) {
      if (one.submission == failure.submission && one.input == failure.input) return;
    }
    const DrawCommand& command = setup_.commands[origin.command];
    failure.found_by = origin.is_enumerated
                           ? "enumeration of " + shown_with(command, origin.arguments)
                           : typed(command.program, origin.arguments);
    result_.failures.push_back(std::move(failure));
  }

  void tell(bool is_shrinking) {
    if (!options_.progress) return;
    const double rate =
        static_cast<double>(result_.iterations) / std::max(seconds(clock_.elapsed()), 1e-3);
    options_.progress(
        {result_.iterations, rate, last_bytes_, result_.failures.size(), is_shrinking});
  }

  const StressSetup& setup_;
  const StressOptions& options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  SearchClock clock_;
  Supply supply_;
  Hunt hunt_;
  std::int64_t begun_ = 0;
  std::int64_t last_bytes_ = 0;
  std::optional<Error> fault_;
  model::StressResult result_;
};

Result<std::vector<std::unique_ptr<Workplace>>> make_places(const StressSetup& setup,
                                                            const StressOptions& options) {
  std::vector<std::unique_ptr<Workplace>> places;
  std::function<void(std::size_t, const std::string&, model::Verdict)> observe;
  if (options.observe) {
    observe = [&options, lock = std::make_shared<std::mutex>()](
                  std::size_t submission, const std::string& input, model::Verdict verdict) {
      const std::lock_guard held(*lock);
      options.observe(submission, input, verdict);
    };
  }
  for (int i = 0; i < std::max(1, options.jobs); ++i) {
    const int core = options.cores.empty()
                         ? -1
                         : options.cores[static_cast<std::size_t>(i) % options.cores.size()];
    ARBITER_TRY(trial, Trial::open(setup.contestants, setup.judges, setup.package.boxes, core));
    places.push_back(std::make_unique<Workplace>(
        Workplace{InputBench(setup.package, setup.programs, core), std::move(trial),
                  setup.contestants.has_answers, options.is_forbidden, observe}));
  }
  return places;
}

/// Leaves out what does not hold when validators and solution are run each by itself: then it is
/// they that are not to be relied on.
Result<void> confirm(const StressSetup& setup, model::StressResult& result) {
  InputBench bench(setup.package, setup.programs, -1, true);
  std::vector<model::StressFailure> confirmed;
  for (model::StressFailure& failure : result.failures) {
    ARBITER_TRY(refusal, bench.refusal(failure.input));
    ARBITER_TRY(answer, bench.answer(failure.input));
    const bool is_same = !setup.programs.solution || answer.text == failure.expected;
    if (refusal.empty() && answer.fault.empty() && is_same) {
      confirmed.push_back(std::move(failure));
      continue;
    }
    model::StressFault fault;
    fault.program = "solution";
    fault.command = failure.found_by;
    fault.message = "it or a validator judges the same input differently the second time";
    result.faults.push_back(std::move(fault));
  }
  result.failures = std::move(confirmed);
  return {};
}

/// All submissions on each failing input, for whoever has several.
Result<void> add_outcomes(const StressSetup& setup, Workplace& place, model::StressResult& result) {
  std::vector<std::size_t> everybody(setup.contestants.submissions.size());
  std::iota(everybody.begin(), everybody.end(), 0U);
  for (model::StressFailure& failure : result.failures) {
    if (everybody.size() < 2) break;
    ARBITER_TRY(examined, examine(place, failure.input, everybody));
    for (std::size_t i = 0; i < examined.judgements.size(); ++i) {
      model::TestJudgement& judgement = examined.judgements[i];
      failure.outcomes.push_back({i, judgement.verdict, std::move(judgement.message)});
    }
  }
  return {};
}

/// Says how what was enumerated differs from what the input validators accept.
Result<void> add_values_beyond(InputBench& bench, model::StressResult& result) {
  if (!bench.has_validators() || !result.failures.empty()) return {};
  const auto accepts = [&](const std::string& input) -> Result<bool> {
    ARBITER_TRY(refusal, bench.refusal(input));
    return refusal.empty();
  };
  for (model::StressExhausted& one : result.exhausted) {
    ARBITER_SET(one.beyond, values_beyond(one.largest, one.values, accepts));
  }
  return {};
}

}  // namespace

Result<model::StressResult> stress(const StressSetup& setup, const StressOptions& options) {
  ARBITER_TRY(places, make_places(setup, options));
  Run run(setup, options);
  {
    std::vector<std::jthread> workers;
    for (std::size_t i = 1; i < places.size(); ++i)
      workers.emplace_back([&run, &place = *places[i]] { run.work(place); });
    run.work(*places[0]);
  }
  ARBITER_TRY(result, run.take());
  if (result.interrupted || options.is_survey) return result;
  ARBITER_CHECK(confirm(setup, result));
  if (options.wants_outcomes) ARBITER_CHECK(add_outcomes(setup, *places[0], result));
  ARBITER_CHECK(add_values_beyond(places[0]->bench, result));
  return result;
}

}  // namespace arbiter::stress
