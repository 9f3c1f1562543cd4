#include "model/reason.hpp"

#include <fmt/format.h>
#include <string.h>  // NOLINT(modernize-deprecated-headers): sigabbrev_np is not in <cstring>

#include <array>
#include <string_view>

namespace arbiter::model {
namespace {

constexpr std::string_view k_not_run = "not run, since the program was too slow before";

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
    SignalMeaning{13, "wrote to a closed pipe"},
    SignalMeaning{25, "asked for a file that is larger than the output limit, or sent by itself"},
    SignalMeaning{31, "a system call that is not allowed; 32-bit and x32 calls never are"},
};

std::string describe_signal(int number) {
  std::string inside = ::sigabbrev_np(number) != nullptr ? signal_name(number) : "";
  for (const SignalMeaning& row : k_signal_meanings) {
    if (row.number == number) inside += fmt::format(", {}", row.meaning);
  }
  const std::string text = fmt::format("ended by signal {}", number);
  return inside.empty() ? text : fmt::format("{} ({})", text, inside);
}

std::string time_reason(const RunRecord& run, const RunLimits& limits) {
  if (run.ending == Ending::not_run) return std::string(k_not_run);
  if (run.ending != Ending::wall_limit) {
    return fmt::format("CPU time {} is over the limit of {}", show(run.cpu), show(limits.time));
  }
  return fmt::format(
      "stopped at the wall limit of {} after only {} of CPU time: it slept or waited for something",
      show(limits.wall), show(run.cpu));
}

}  // namespace

std::string signal_name(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name == nullptr ? fmt::format("signal {}", signal) : fmt::format("SIG{}", name);
}

std::string reason(Verdict verdict, const RunRecord& run, const RunLimits& limits) {
  switch (verdict) {
    case Verdict::tle:
      return time_reason(run, limits);
    case Verdict::rte:
      return run.ending == Ending::signalled ? describe_signal(run.signal)
                                             : fmt::format("exit status {}", run.exit_status);
    case Verdict::mle:
      if (run.memory <= limits.memory) {
        return fmt::format("stopped at the memory limit of {}", show(limits.memory));
      }
      return fmt::format("used {} of memory, over the limit of {}", show(run.memory),
                         show(limits.memory));
    case Verdict::ole:
      return fmt::format("wrote more than the output limit of {}", show(limits.output));
    case Verdict::ac:
    case Verdict::wa:
    case Verdict::ce:
    case Verdict::je:
      break;
  }
  return {};
}

Cause cause_of(const TestJudgement& test, const RunLimits& limits) {
  using enum Cause::Kind;
  switch (test.verdict) {
    case Verdict::tle:
      if (test.run.ending == Ending::stopped) return {deadlock, {}};
      if (test.run.ending == Ending::not_run) return {not_run, {}};
      return {time, show(limits.time)};
    case Verdict::rte:
      return test.run.ending == Ending::signalled
                 ? Cause{signal, signal_name(test.run.signal)}
                 : Cause{exit, fmt::format("{}", test.run.exit_status)};
    case Verdict::mle:
      return {memory, show(limits.memory)};
    case Verdict::ole:
      return {output, show(limits.output)};
    case Verdict::ac:
    case Verdict::wa:
    case Verdict::ce:
    case Verdict::je:
      break;
  }
  return {};
}

std::string lasting_reason(const TestJudgement& test, const RunLimits& limits) {
  static constexpr std::array<std::string_view, 8> k_words = {"",
                                                              "waited for input that never came",
                                                              k_not_run,
                                                              "over the time limit of ",
                                                              "ended by ",
                                                              "exit status ",
                                                              "over the memory limit of ",
                                                              "over the output limit of "};
  static_assert(k_words.size() == static_cast<std::size_t>(Cause::Kind::output) + 1);
  const Cause cause = cause_of(test, limits);
  return std::string(k_words.at(static_cast<std::size_t>(cause.kind))) + cause.value;
}

std::string short_reason(const TestJudgement& test, const RunLimits& limits) {
  using enum Cause::Kind;
  const Cause cause = cause_of(test, limits);
  switch (cause.kind) {
    case deadlock:
      return "deadlock";
    case not_run:
      return "not run";
    case time:
      return test.run.ending == Ending::wall_limit ? "wall limit" : "CPU time";
    case signal:
      return cause.value;
    case exit:
      return "exit " + cause.value;
    case memory:
    case output:
      return "over " + cause.value;
    case none:
      break;
  }
  if (test.verdict == Verdict::je) return "judge's fault";
  if (test.verdict != Verdict::wa) return test.run.was_rerun ? "run twice" : "";
  if (test.first_difference && test.first_difference->output_line > 0)
    return fmt::format("line {}", test.first_difference->output_line);
  return test.message.empty() ? "checker" : test.message.substr(0, test.message.find('\n'));
}

}  // namespace arbiter::model
