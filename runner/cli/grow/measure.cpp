#include "cli/grow/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "cli/common/recorder.hpp"
#include "stress/growth.hpp"

namespace arbiter::cli {
namespace {

constexpr int k_sizes = 11;
// How often the sizes between the last one in time and the first one that is not are tried.
constexpr int k_refinements = 3;
constexpr int k_between = 5;
// Sizes that take less than this part of the limit tell little of how large inputs fare.
constexpr int k_small_share = 20;
constexpr int k_least_runs = 3;
constexpr int k_most_runs = 9;
constexpr double k_steady = 0.03;
// What takes longer is run twice.
constexpr Nanoseconds k_quick = std::chrono::milliseconds(300);
// Starting a process takes now more, now less.
constexpr double k_time_error_s = 3e-4;
constexpr double k_memory_error = 256 << 10;

class Measurement {
 public:
  Measurement(const StressCall& call, const model::GrowthResult& asked,
              std::optional<Nanoseconds> time, int core)
      : call_(call),
        asked_(asked),
        time_(time),
        core_(core),
        bench_(call.package(), call.programs, core) {}

  Result<model::ProgramGrowth> run(const stress::Contestants& contestants, std::size_t program) {
    ARBITER_SET(trial_,
                stress::Trial::open(contestants, call_.judges, *call_.judge.workshop.boxes, core_));
    model::ProgramGrowth growth;
    growth.program = contestants.submissions[program].given;
    ARBITER_CHECK(measure(program, growth));
    return growth;
  }

 private:
  /// The input of a size, and its answer.
  Result<std::pair<std::string, std::string>> make(std::int64_t size) {
    stress::DrawCommand command = call_.commands.front();
    for (stress::DrawWord& word : command.words) {
      if (word.range) word.range = {size, size};
    }
    const auto arguments = stress::drawn_arguments(command, 1, 0);
    const std::string shown = stress::typed(command.program, arguments);
    ARBITER_TRY(made, bench_.draw(command.program, arguments, false));
    if (!made.fault.empty()) return package_error(fmt::format("{}: {}", shown, made.fault));
    ARBITER_TRY(refusal, bench_.refusal(made.input));
    if (!refusal.empty()) {
      return package_error(
          fmt::format("the input validator refuses what '{}' makes: {}", shown, refusal),
          "take a range of sizes that are valid");
    }
    ARBITER_TRY(answer, bench_.answer(made.input));
    if (!answer.fault.empty())
      return package_error(fmt::format("no answer to what '{}' makes: {}", shown, answer.fault));
    return std::pair(std::move(made.input), std::move(answer.text));
  }

  /// One size; none: it is over a limit, or does not run there.
  Result<std::optional<model::GrowthPoint>> measure_at(std::size_t program, std::int64_t size) {
    ARBITER_TRY(input, make(size));
    ARBITER_CHECK(trial_->set(input.first, input.second));
    model::GrowthPoint point;
    point.size = size;
    point.bytes = static_cast<std::int64_t>(input.first.size());
    std::vector<Nanoseconds> times;
    const int most_runs = time_ ? k_least_runs : k_most_runs;
    while (static_cast<int>(times.size()) < most_runs) {
      const model::TestJudgement judgement = trial_->judge(program);
      if (call_.judge.is_interrupted()) return interrupted_error();
      if (judgement.verdict == model::Verdict::je) return judge_error(judgement.message);
      point.verdict = judgement.verdict;
      const bool counts =
          judgement.verdict == model::Verdict::ac || judgement.verdict == model::Verdict::wa;
      if (!counts) return std::optional<model::GrowthPoint>();
      times.push_back(judgement.run.cpu);
      point.memory = std::max(point.memory, judgement.run.memory);
      std::ranges::sort(times);
      // What else runs on the machine only adds.
      point.time = times.front();
      point.spread = times.back() - times.front();
      const bool is_steady = seconds(point.spread) < k_steady * seconds(point.time);
      const int runs = static_cast<int>(times.size());
      if (point.time > k_quick ? runs >= 2 : runs >= k_least_runs && is_steady) break;
    }
    point.runs = static_cast<int>(times.size());
    return std::optional(point);
  }

  Result<void> measure(std::size_t program, model::ProgramGrowth& growth) {
    const auto begin = std::chrono::steady_clock::now();
    const auto is_late = [&] { return time_ && std::chrono::steady_clock::now() - begin > *time_; };
    std::vector<std::int64_t> sizes = stress::sizes_between(asked_.least, asked_.most, k_sizes);
    for (int refined = 0;; ++refined) {
      std::optional<std::int64_t> too_large;
      for (const std::int64_t size : sizes) {
        if (is_late()) break;
        ARBITER_TRY(point, measure_at(program, size));
        if (!point) {
          too_large = size;
          break;
        }
        growth.points.push_back(*point);
      }
      const auto telling =
          std::ranges::count_if(growth.points, [&](const model::GrowthPoint& point) {
            return k_small_share * point.time > asked_.time_limit;
          });
      const bool is_over = !too_large || growth.points.empty() || refined == k_refinements ||
                           telling >= k_between || is_late() ||
                           *too_large - growth.points.back().size < 2;
      if (is_over) break;
      const std::int64_t last = growth.points.back().size;
      sizes = stress::sizes_between(last, *too_large, k_between + 2);
      std::erase_if(sizes, [&](std::int64_t size) { return size == last || size == *too_large; });
    }
    growth.time = stress::growth_of(measured(growth, [](const model::GrowthPoint& point) {
      return std::pair(seconds(point.time), std::max(k_time_error_s, seconds(point.spread) / 2));
    }));
    growth.memory = stress::growth_of(measured(growth, [](const model::GrowthPoint& point) {
      return std::pair(static_cast<double>(point.memory.count), k_memory_error);
    }));
    return {};
  }

  /// No quantity is known to better than two percent: inputs of a size differ, and so do machines.
  template <class Value>
  static std::vector<stress::Measured> measured(const model::ProgramGrowth& growth,
                                                const Value& value_of) {
    std::vector<stress::Measured> all;
    for (const model::GrowthPoint& point : growth.points) {
      const auto [value, error] = value_of(point);
      all.push_back({static_cast<double>(point.size), value, std::max(error, 0.02 * value)});
    }
    return all;
  }

  const StressCall& call_;
  const model::GrowthResult& asked_;
  std::optional<Nanoseconds> time_;  ///< none: as long as it takes
  int core_;
  stress::InputBench bench_;
  std::unique_ptr<stress::Trial> trial_;
};

Result<void> check_ranges(const StressCall& call) {
  const stress::DrawCommand& command = call.commands.front();
  const auto ranges = std::ranges::count_if(
      command.words, [](const stress::DrawWord& word) { return word.range.has_value(); });
  const auto range = std::ranges::find_if(
      command.words, [](const stress::DrawWord& word) { return word.range.has_value(); });
  if (call.commands.size() == 1 && ranges == 1 && range->range->least < range->range->most)
    return {};
  return usage_error(
      fmt::format("'{}' has {} ranges; one says how large the input is", command.shown, ranges),
      "write it as --generator 'random --n 100..100000'");
}

/// What is measured, and of which program the range of the one command is.
model::GrowthResult asked_of(const StressCall& call) {
  const stress::DrawCommand& command = call.commands.front();
  const auto range = std::ranges::find_if(
      command.words, [](const stress::DrawWord& word) { return word.range.has_value(); });
  model::GrowthResult asked;
  asked.problem = call.judge.problem.id;
  asked.command = command.shown;
  asked.least = std::max<std::int64_t>(1, range->range->least);
  asked.most = range->range->most;
  asked.time_limit = call.plan.limits.time;
  asked.memory_limit = call.plan.limits.memory;
  return asked;
}

/// Side by side where there is little time; else one after the other, for a busy machine measures
/// badly.
Result<std::vector<model::ProgramGrowth>> measure_all(const Session& session,
                                                      const StressCall& call,
                                                      const model::GrowthResult& asked,
                                                      std::optional<Nanoseconds> time) {
  const stress::Contestants contestants = contestants_of(call, call.servers);
  const auto& programs = contestants.submissions;
  Progress progress(session);
  judge::SideBySide how =
      side_by_side_of(call.judge, progress, "interrupted while programs were measured");
  int core = -1;
  if (!time) {
    how.jobs = 1;
    if (!call.judge.cores.empty()) core = call.judge.cores.front();
  }
  std::vector<model::ProgramGrowth> all(programs.size());
  const auto measure = [&](std::size_t i) -> Result<void> {
    ARBITER_SET(all[i], Measurement(call, asked, time, core).run(contestants, i));
    return {};
  };
  ARBITER_CHECK(judge::side_by_side(
      all.size(), how, [&](std::size_t i) { return programs[i].given; }, measure));
  return all;
}

}  // namespace

Result<model::GrowthResult> measure_growth_of(const Session& session,
                                              const std::optional<judge::Submission>& reference,
                                              std::optional<Nanoseconds> time, StressCall& call) {
  call.request.is_measured = true;
  if (reference) {
    std::erase_if(call.request.given, [&](const judge::Submission& one) {
      return !one.files.empty() && one.files[0].path == reference->files[0].path;
    });
    call.request.given.insert(call.request.given.begin(), *reference);
  }
  ARBITER_CHECK(prepare(session, call));
  ARBITER_CHECK(check_ranges(call));
  ARBITER_CHECK(compile(session, call));
  model::GrowthResult result = asked_of(call);
  ARBITER_SET(result.programs, measure_all(session, call, result, time));
  for (model::ProgramGrowth& one : result.programs) {
    if (reference && one.program == reference->given) one.program = "the reference";
  }
  return result;
}

}  // namespace arbiter::cli
