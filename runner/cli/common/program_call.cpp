#include "cli/common/program_call.hpp"

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

/// The processors this program may use, one of each physical core, in order; at least one.
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

}  // namespace

Result<void> set_up(const Session& session, const std::optional<int>& jobs, ProgramCall& call) {
  ARBITER_SET(call.surroundings, look_around(session));
  call.cores = physical_cores();
  const auto count = static_cast<int>(call.cores.size());
  call.jobs = jobs.value_or(count);
  // One job alone gains nothing from being pinned, and two programs at once would share a core.
  if (call.jobs == 1 || call.jobs > count) call.cores.clear();
  return {};
}

Result<void> open_boxes(const std::optional<box::Mode>& sandbox, ProgramCall& call) {
  if (call.interrupts) return {};
  ARBITER_SET(call.interrupts, Interrupts::watch([&call] {
                call.stop = true;
                if (box::BoxFactory* boxes = call.boxes) boxes->stop();
              }));
  ARBITER_SET(call.workshop, open_workshop(call.surroundings, sandbox, call.jobs));
  call.boxes = call.workshop.boxes.get();
  // A signal that came before there was anything to stop.
  if (call.is_interrupted()) return Error{ErrorKind::interrupted, "interrupted", {}, {}};
  return {};
}

}  // namespace arbiter::cli
