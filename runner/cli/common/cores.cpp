#include "cli/common/cores.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <set>
#include <string>

#include "base/file.hpp"

namespace arbiter::cli {
namespace {

/// What tells the siblings of one core apart from those of others.
std::string core_identity(int cpu) {
  const auto siblings = read_file(
      fmt::format("/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", cpu), kib(64));
  return siblings ? *siblings : std::to_string(cpu);
}

}  // namespace

std::vector<int> physical_cores() {
  std::vector<int> cores;
  std::set<std::string> seen;
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (CPU_ISSET(cpu, &allowed) != 0 && seen.insert(core_identity(cpu)).second) {
        cores.push_back(cpu);
      }
    }
  }
  if (cores.empty()) cores.push_back(0);
  return cores;
}

}  // namespace arbiter::cli
