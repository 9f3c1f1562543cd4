#include "model/judgement.hpp"

#include <algorithm>
#include <array>

namespace arbiter::model {
namespace {

constexpr std::array<std::string_view, 9> k_endings = {"exited",     "signalled",    "cpu_limit",
                                                       "wall_limit", "memory_limit", "output_limit",
                                                       "stopped",    "fault",        "not_run"};
static_assert(k_endings.size() == static_cast<std::size_t>(Ending::not_run) + 1);

}  // namespace

std::string_view ending_word(Ending ending) {
  return k_endings[static_cast<std::size_t>(ending)];
}

std::optional<Ending> parse_ending(std::string_view word) {
  const auto found = std::ranges::find(k_endings, word);
  if (found == k_endings.end()) return std::nullopt;
  return static_cast<Ending>(found - k_endings.begin());
}

std::optional<Peak> peak_of(const SubmissionJudgement& submission) {
  if (submission.tests.empty()) return std::nullopt;
  Peak peak;
  for (const TestJudgement& test : submission.tests) {
    peak.cpu = std::max(peak.cpu, test.run.cpu);
    peak.memory = std::max(peak.memory, test.run.memory);
  }
  return peak;
}

}  // namespace arbiter::model
