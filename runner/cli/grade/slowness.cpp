#include <utility>

#include "cli/grade/counterexample_parts.hpp"
#include "cli/grow/measure.hpp"

namespace arbiter::cli {
namespace {

std::optional<model::Slowness> slowness_of(const model::ProgramGrowth& own,
                                           const model::ProgramGrowth* reference,
                                           const model::GrowthResult& grown) {
  if (own.points.empty()) return std::nullopt;
  model::Slowness slow;
  slow.size = own.points.back().size;
  slow.time = own.points.back().time;
  slow.law = model::short_law(own.time);
  slow.largest = grown.most;
  slow.at_largest = own.time.at(static_cast<double>(grown.most));
  if (reference != nullptr) slow.reference = model::short_law(reference->time);
  const bool is_too_slow = slow.at_largest > seconds(grown.time_limit);
  return slow.law.empty() || !is_too_slow ? std::nullopt : std::optional(slow);
}

}  // namespace

Result<std::vector<std::optional<model::Slowness>>> measure_slowness(const Session& session,
                                                                     StressRequest request,
                                                                     Nanoseconds time,
                                                                     StressCall& prepared) {
  const std::size_t count = request.given.size();
  std::vector<std::optional<model::Slowness>> all(count);
  if (prepared.judge.problem.grow.empty()) return all;
  StressCall call;
  call.request = std::move(request);
  call.request.generators = {prepared.judge.problem.grow.front()};
  const LentWorkshop lent(prepared.judge, call.judge);
  const auto grown = measure_growth_of(session, prepared.solution, time, call);
  if (call.judge.is_interrupted()) return interrupted_error();
  // That nothing can be said of it fails no grade.
  if (!grown) return all;
  const std::size_t first = grown->programs.size() - count;
  for (std::size_t i = 0; i < count; ++i) {
    all[i] =
        slowness_of(grown->programs[first + i], first == 0 ? nullptr : &grown->programs[0], *grown);
  }
  return all;
}

}  // namespace arbiter::cli
