#include "arbiter_box/host.hpp"

#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <set>
#include <vector>

#include "arbiter_box/groups/cgroup_tree.hpp"
#include "base/machine/control_groups.hpp"
#include "base/text.hpp"

namespace arbiter::arbiter_box {
namespace {

// Users from here on own nothing on any sane host; every box gets another one.
constexpr unsigned k_first_id = 0x70000000;
// Below are users of the system and people, by custom.
constexpr unsigned k_first_in_container = 10000;
constexpr std::size_t k_most_in_container = 256;
// What is nobody's is the kernel's and everybody's; the other is -1 in 16 bits.
constexpr unsigned k_nobody = 65534;
constexpr unsigned k_minus_one = 65535;

struct IdRange {
  unsigned long first = 0;
  unsigned long count = 0;
};

std::vector<IdRange> ranges_of(std::string_view map) {
  std::vector<IdRange> all;
  for (const std::string_view line : split_lines(map)) {
    IdRange range;
    unsigned long outside = 0;
    if (std::sscanf(std::string(line).c_str(), "%lu %lu %lu", &range.first, &outside,
                    &range.count) == 3) {
      all.push_back(range);
    }
  }
  return all;
}

// Those of somebody: the third field of each line.
std::set<unsigned> ids_in(std::string_view names) {
  std::set<unsigned> all{k_nobody, k_minus_one};
  for (const std::string_view line : split_lines(names)) {
    const std::size_t field = line.find(':', line.find(':') + 1);
    unsigned id = 0;
    if (field == std::string_view::npos) continue;
    const auto [end, code] = std::from_chars(&line[field] + 1, line.data() + line.size(), id);
    if (code == std::errc{}) all.insert(id);
  }
  return all;
}

std::vector<unsigned> last_free(const std::vector<IdRange>& ranges, std::string_view names) {
  const std::set<unsigned> taken = ids_in(names);
  std::vector<unsigned> free;
  // Clang 14 cannot compile this library's reversed views.
  for (auto at = ranges.rbegin(); at != ranges.rend(); ++at) {
    const IdRange& range = *at;
    for (unsigned long id = range.first + range.count; id-- > range.first;) {
      if (id < k_first_in_container || free.size() == k_most_in_container) break;
      if (!taken.contains(static_cast<unsigned>(id))) free.push_back(static_cast<unsigned>(id));
    }
  }
  return free;
}

}  // namespace

Result<unsigned> unused_id(std::string_view map, std::string_view names, int box) {
  const std::vector<IdRange> ranges = ranges_of(map);
  const unsigned wanted = k_first_id + static_cast<unsigned>(box);
  for (const IdRange& range : ranges) {
    if (range.first <= wanted && wanted - range.first < range.count) return wanted;
  }
  const std::vector<unsigned> free = last_free(ranges, names);
  if (!free.empty()) return free[static_cast<std::size_t>(box) % free.size()];
  return judge_error(
      "root has no user or group id here that belongs to nobody",
      "give the container a range of ids (/etc/subuid and /etc/subgid), or run arbiter as "
      "another user");
}

Result<Site> survey(const Options& options) {
  Site site;
  if (options.mode == Mode::user_namespace || options.mode == Mode::unsandboxed) {
    return site;
  }
  const std::string own = kernel_text("/proc/self/cgroup");
  const std::string mounts = kernel_text("/proc/self/mounts");
  if (options.mode == Mode::root_cgroup_v1) {
    site.v1 = v1_parents(mounts, own);
    if (options.sweep) {
      sweep(site.v1.memory);
      sweep(site.v1.cpuacct);
      sweep(site.v1.pids);
    }
    return site;
  }
  const std::string mount = v2_mount(mounts);
  if (mount.empty()) return judge_error("there are no control groups v2");
  ARBITER_SET(site.v2, prepare_v2_parent(mount, v2_own_group(mount, own)));
  if (options.sweep) sweep(site.v2);
  return site;
}

Result<std::unique_ptr<Accountant>> make_accountant(Mode mode, const Site& site, int number) {
  const std::string name = group_name(::getpid(), number);
  switch (mode) {
    case Mode::root_cgroup_v1:
      return make_v1_accountant(site.v1, name);
    case Mode::root_cgroup_v2:
    case Mode::delegated_cgroup_v2:
      return make_v2_accountant(site.v2, name);
    case Mode::user_namespace:
    case Mode::unsandboxed:
      break;
  }
  return std::make_unique<Accountant>();
}

}  // namespace arbiter::arbiter_box
