#include "report/text/words.hpp"

#include <fmt/format.h>
#include <string.h>  // NOLINT(modernize-deprecated-headers): sigabbrev_np is not in <cstring>

#include <algorithm>
#include <array>

namespace arbiter::report {
namespace {

using model::Ending;
using model::RunLimits;
using model::TestJudgement;
using model::Verdict;

constexpr std::array<std::string_view, 8> k_endings = {"exited",     "signalled",    "cpu_limit",
                                                       "wall_limit", "memory_limit", "output_limit",
                                                       "stopped",    "fault"};
static_assert(k_endings.size() == static_cast<std::size_t>(Ending::fault) + 1);

std::string time_reason(const TestJudgement& test, const RunLimits& limits) {
  if (test.run.ending == Ending::stopped) return test.message;
  if (test.run.ending == Ending::wall_limit) {
    return fmt::format("reached the wall limit of {} after {} of CPU time", show(limits.wall),
                       show(test.run.cpu));
  }
  return fmt::format("used {} of CPU time{}; the limit is {}", show(test.run.cpu),
                     test.run.ending == Ending::cpu_limit ? " and was stopped" : "",
                     show(limits.time));
}

std::string run_time_reason(const TestJudgement& test) {
  if (test.run.ending == Ending::signalled) {
    const char* description = ::sigdescr_np(test.run.signal);
    return fmt::format("died of signal {} ({}{}{})", test.run.signal, signal_name(test.run.signal),
                       description == nullptr ? "" : ": ",
                       description == nullptr ? "" : description);
  }
  return fmt::format("ended with exit status {}", test.run.exit_status);
}

}  // namespace

std::string_view ending_word(Ending ending) {
  return k_endings[static_cast<std::size_t>(ending)];
}

std::optional<Ending> parse_ending(std::string_view word) {
  const auto found = std::find(k_endings.begin(), k_endings.end(), word);
  if (found == k_endings.end()) return std::nullopt;
  return static_cast<Ending>(found - k_endings.begin());
}

std::string signal_name(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name == nullptr ? fmt::format("signal {}", signal) : fmt::format("SIG{}", name);
}

std::string reason(const TestJudgement& test, const RunLimits& limits) {
  switch (test.verdict) {
    case Verdict::tle:
      return time_reason(test, limits);
    case Verdict::rte:
      return run_time_reason(test);
    case Verdict::mle:
      if (test.run.ending == Ending::memory_limit) {
        return fmt::format("was stopped at the memory limit of {}", show(limits.memory));
      }
      return fmt::format("used {} of memory; the limit is {}", show(test.run.memory),
                         show(limits.memory));
    case Verdict::ole:
      return fmt::format("wrote more than the output limit of {}", show(limits.output));
    case Verdict::je:
      return test.run.fault;
    default:
      return {};
  }
}

std::string in_pass(const TestJudgement& test) {
  if (test.passes == 0 || test.verdict == Verdict::ac) return {};
  return fmt::format(" in pass {}", test.passes);
}

std::string short_reason(const TestJudgement& test, const RunLimits& limits) {
  switch (test.verdict) {
    case Verdict::tle:
      if (test.run.ending == Ending::stopped) return "deadlock";
      return test.run.ending == Ending::wall_limit ? "wall limit" : "CPU time";
    case Verdict::rte:
      return test.run.ending == Ending::signalled ? signal_name(test.run.signal)
                                                  : fmt::format("exit {}", test.run.exit_status);
    case Verdict::mle:
      return fmt::format("over {}", show(limits.memory));
    case Verdict::ole:
      return fmt::format("over {}", show(limits.output));
    case Verdict::wa:
      return test.first_difference && test.first_difference->output_line > 0
                 ? fmt::format("line {}", test.first_difference->output_line)
                 : "checker";
    case Verdict::je:
      return "judge's fault";
    default:
      return test.run.was_rerun ? "run twice" : "";
  }
}

std::string either(const std::vector<Verdict>& verdicts) {
  std::string all;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (i > 0) all += i + 1 == verdicts.size() ? " or " : ", ";
    all += model::code(verdicts[i]);
  }
  return all;
}

std::string_view base_name(std::string_view path) {
  while (path.size() > 1 && path.back() == '/')
    path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos || path.size() == 1 ? path : path.substr(slash + 1);
}

std::string cpu_text(const model::RunRecord& run) {
  return (run.approximate ? "~" : "") + show(run.cpu);
}

std::string memory_text(const model::RunRecord& run) {
  return (run.approximate ? "~" : "") + show(run.memory);
}

}  // namespace arbiter::report
