#include "judge/verdict/decide.hpp"

#include <fmt/format.h>

#include <utility>

#include "model/reason.hpp"

namespace arbiter::judge {
namespace {

using model::Ending;
using model::Verdict;

Ending ending_of(const box::RunReport& report) {
  switch (report.stopped) {
    case box::Stopped::cpu_limit:
      return Ending::cpu_limit;
    case box::Stopped::wall_limit:
      return Ending::wall_limit;
    case box::Stopped::memory_limit:
      return Ending::memory_limit;
    case box::Stopped::output_limit:
      return Ending::output_limit;
    case box::Stopped::asked:
      return Ending::stopped;
    case box::Stopped::no:
      break;
  }
  return report.exited ? Ending::exited : Ending::signalled;
}

}  // namespace

CheckOutcome fault_outcome(std::string message) {
  return {CheckOutcome::Kind::fault, std::move(message), std::nullopt};
}

model::RunRecord to_record(const box::RunReport& report) {
  model::RunRecord record;
  if (report.is_starved)
    return fault_record(fmt::format("the machine is too busy: in {} the program had a core for {}",
                                    show(report.wall), show(report.cpu)));
  record.ending = ending_of(report);
  record.exit_status = record.ending == Ending::exited ? report.exit_status : 0;
  record.signal = record.ending == Ending::signalled ? report.signal : 0;
  record.cpu = report.cpu;
  record.wall = report.wall;
  record.memory = report.memory;
  record.processes = report.processes;
  record.approximate = report.approximate;
  return record;
}

model::RunRecord fault_record(std::string why) {
  model::RunRecord record;
  record.ending = Ending::fault;
  record.fault = std::move(why);
  return record;
}

bool has_failed_as(Verdict verdict, const model::RunRecord& run, const model::RunLimits& limits) {
  switch (verdict) {
    case Verdict::ole:
      return run.ending == Ending::output_limit;
    case Verdict::mle:
      return run.ending == Ending::memory_limit || run.memory > limits.memory;
    case Verdict::tle:
      return run.ending == Ending::cpu_limit || run.ending == Ending::wall_limit ||
             run.cpu > limits.time;
    case Verdict::rte:
      return run.ending == Ending::signalled || run.exit_status != 0;
    case Verdict::ac:
    case Verdict::wa:
    case Verdict::ce:
    case Verdict::je:
      break;
  }
  return false;
}

bool may_be_checked(const model::RunRecord& run, const model::RunLimits& limits) {
  return run.ending == Ending::exited && run.exit_status == 0 &&
         !has_failed_as(Verdict::mle, run, limits) && !has_failed_as(Verdict::tle, run, limits);
}

Verdict decide(const model::RunRecord& run, const model::RunLimits& limits,
               const CheckOutcome& check) {
  if (run.ending == Ending::fault) return Verdict::je;
  for (const Verdict failure : {Verdict::ole, Verdict::mle, Verdict::tle, Verdict::rte}) {
    if (has_failed_as(failure, run, limits)) return failure;
  }
  switch (check.kind) {
    case CheckOutcome::Kind::accepted:
      return Verdict::ac;
    case CheckOutcome::Kind::rejected:
      return Verdict::wa;
    case CheckOutcome::Kind::fault:
    case CheckOutcome::Kind::not_run:
      break;
  }
  return Verdict::je;
}

std::string reason(const model::RunRecord& run, const model::RunLimits& limits,
                   const CheckOutcome& check) {
  const Verdict verdict = decide(run, limits, check);
  if (verdict == Verdict::wa) return check.message;
  if (verdict == Verdict::je) return run.ending == Ending::fault ? run.fault : check.message;
  return model::reason(verdict, run, limits);
}

bool is_near_limit(const model::RunRecord& run, const model::RunLimits& limits) {
  const bool by_itself = run.ending == Ending::exited || run.ending == Ending::signalled;
  return by_itself && run.cpu * 10 >= limits.time * 9 && run.cpu * 10 <= limits.time * 11;
}

bool has_waited(const model::RunRecord& run, const model::RunLimits& limits) {
  return run.ending == Ending::wall_limit && run.cpu < limits.time;
}

model::TestJudgement settle_rerun(model::TestJudgement first, model::TestJudgement second,
                                  const model::RunLimits& limits) {
  const bool is_slower = is_near_limit(first.run, limits) && second.run.cpu >= first.run.cpu;
  const bool second_counts =
      second.verdict != Verdict::je && !has_waited(second.run, limits) && !is_slower;
  model::TestJudgement& counted = second_counts ? second : first;
  counted.run.was_rerun = true;
  return std::move(counted);
}

Nanoseconds stopping_time(Nanoseconds time_limit) {
  return time_limit + time_limit / 10;
}

Nanoseconds wall_limit(Nanoseconds time_limit) {
  return 2 * time_limit + std::chrono::seconds(1);
}

}  // namespace arbiter::judge
