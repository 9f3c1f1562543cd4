#include "judge/verdict/decide.hpp"

#include <fmt/format.h>
#include <string.h>

#include <array>
#include <utility>

namespace arbiter::judge {
namespace {

using model::Ending;
using model::Verdict;

struct SignalMeaning {
  int number;
  std::string_view meaning;
};

constexpr std::array k_signal_meanings = {
    SignalMeaning{4, "illegal instruction"},
    SignalMeaning{6, "abort: a failed assertion, an uncaught exception or damaged memory"},
    SignalMeaning{7, "misaligned or impossible memory access"},
    SignalMeaning{8, "division by zero or integer overflow in a division"},
    SignalMeaning{9, "killed"},
    SignalMeaning{11, "invalid memory access"},
    SignalMeaning{13, "wrote to a pipe that nobody reads"},
    SignalMeaning{25, "asked for a file that is larger than the output limit, or sent by itself"},
    SignalMeaning{31, "a system call that is not allowed; 32-bit and x32 calls never are"},
};

std::string describe_signal(int number) {
  const char* abbreviation = ::sigabbrev_np(number);
  std::string text = fmt::format("ended by signal {}", number);
  std::string inside = abbreviation != nullptr ? fmt::format("SIG{}", abbreviation) : "";
  for (const SignalMeaning& row : k_signal_meanings) {
    if (row.number == number) inside += fmt::format(", {}", row.meaning);
  }
  return inside.empty() ? text : fmt::format("{} ({})", text, inside);
}

bool over_memory(const model::RunRecord& run, const model::RunLimits& limits) {
  return run.ending == Ending::memory_limit || run.memory > limits.memory;
}

bool over_time(const model::RunRecord& run, const model::RunLimits& limits) {
  return run.ending == Ending::cpu_limit || run.ending == Ending::wall_limit ||
         run.cpu > limits.time;
}

bool failed(const model::RunRecord& run) {
  return run.ending == Ending::signalled || run.exit_status != 0;
}

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

model::RunRecord to_record(const box::RunReport& report) {
  model::RunRecord record;
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

bool may_be_checked(const model::RunRecord& run, const model::RunLimits& limits) {
  return run.ending == Ending::exited && run.exit_status == 0 && !over_memory(run, limits) &&
         !over_time(run, limits);
}

Verdict decide(const model::RunRecord& run, const model::RunLimits& limits,
               const CheckOutcome& check) {
  if (run.ending == Ending::fault) return Verdict::je;
  if (run.ending == Ending::output_limit) return Verdict::ole;
  if (over_memory(run, limits)) return Verdict::mle;
  if (over_time(run, limits)) return Verdict::tle;
  if (failed(run)) return Verdict::rte;
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
  if (run.ending == Ending::fault) return run.fault;
  if (run.ending == Ending::output_limit) {
    return fmt::format("wrote more than the output limit of {}", show(limits.output));
  }
  if (over_memory(run, limits)) {
    if (run.memory > limits.memory) {
      return fmt::format("used {}, over the limit of {}", show(run.memory), show(limits.memory));
    }
    return fmt::format("stopped at the memory limit of {}", show(limits.memory));
  }
  if (run.ending == Ending::wall_limit) {
    return fmt::format("stopped at the wall limit of {} after {} of CPU time: it waits or sleeps",
                       show(limits.wall), show(run.cpu));
  }
  if (over_time(run, limits)) {
    return fmt::format("CPU time {} is over the limit of {}", show(run.cpu), show(limits.time));
  }
  if (run.ending == Ending::signalled) return describe_signal(run.signal);
  if (failed(run)) return fmt::format("exit status {}", run.exit_status);
  return check.kind == CheckOutcome::Kind::accepted ? std::string() : check.message;
}

bool is_near_limit(const model::RunRecord& run, const model::RunLimits& limits) {
  const bool by_itself = run.ending == Ending::exited || run.ending == Ending::signalled;
  return by_itself && run.cpu * 10 >= limits.time * 9 && run.cpu * 10 <= limits.time * 11;
}

Nanoseconds stopping_time(Nanoseconds time_limit) {
  return time_limit + time_limit / 10;
}

Nanoseconds wall_limit(Nanoseconds time_limit) {
  return 2 * time_limit + std::chrono::seconds(1);
}

}  // namespace arbiter::judge
