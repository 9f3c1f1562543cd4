#include <fmt/format.h>

#include "box/diagnose.hpp"

namespace arbiter::box {
namespace {

// Less is what any system that runs takes.
constexpr double k_busy_load = 1.0;
constexpr double k_stolen_share = 0.01;

}  // namespace

std::vector<std::string> noise_of(const HostFacts& facts) {
  std::vector<std::string> all;
  if (facts.cores == 1) {
    all.emplace_back("there is one core only: the judge shares it with the programs");
  }
  if (facts.has_hyperthreads) {
    all.emplace_back("two hardware threads share a core; keep to one job a core, as --jobs does");
  }
  if (!facts.governor.empty() && facts.governor != "performance") {
    all.push_back(
        fmt::format("the processor's frequency varies (governor {}); steady: sudo "
                    "cpupower frequency-set -g performance",
                    facts.governor));
  }
  if (facts.has_turbo) {
    all.emplace_back("turbo: a core is faster while the others are idle");
  }
  if (facts.has_swap) {
    all.emplace_back("swap is on: programs near their memory limit can become slow");
  }
  if (facts.load >= k_busy_load) {
    all.push_back(fmt::format("other programs are running: {:.1f} processes share {} cores",
                              facts.load, facts.cores));
  }
  if (facts.stolen >= k_stolen_share) {
    all.push_back(
        fmt::format("this virtual machine waits for its host: {:.0f}% of the time since it started",
                    facts.stolen * 100));
  }
  if (facts.quota_cores && *facts.quota_cores < facts.cores) {
    all.push_back(
        fmt::format("a control group allows {:.1f} of {} cores: programs are paused when "
                    "it is used up",
                    *facts.quota_cores, facts.cores));
  }
  return all;
}

}  // namespace arbiter::box
