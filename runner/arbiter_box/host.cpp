#include "arbiter_box/host.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "arbiter_box/cgroup_tree.hpp"
#include "arbiter_box/kernel_files.hpp"
#include "base/text.hpp"

namespace arbiter::arbiter_box {
namespace {

// Users from here on own nothing on any sane host; every box gets another one.
constexpr unsigned k_first_id = 0x70000000;

}  // namespace

unsigned unused_id(std::string_view map, int box) {
  const unsigned wanted = k_first_id + static_cast<unsigned>(box);
  unsigned last = 0;
  for (const std::string_view line : split_lines(map)) {
    unsigned long inside = 0;
    unsigned long outside = 0;
    unsigned long count = 0;
    if (std::sscanf(std::string(line).c_str(), "%lu %lu %lu", &inside, &outside, &count) != 3) {
      continue;
    }
    if (inside <= wanted && wanted - inside < count) return wanted;
    if (count > 1) last = std::max(last, static_cast<unsigned>(inside + count - 1));
  }
  return last - std::min(last, static_cast<unsigned>(box) % 256);
}

Result<Site> survey(const Options& options) {
  Site site;
  if (options.isolation == Isolation::user_namespace || options.isolation == Isolation::none) {
    return site;
  }
  const std::string own = text_of("/proc/self/cgroup");
  const std::string mounts = text_of("/proc/self/mounts");
  if (options.isolation == Isolation::root_v1) {
    site.v1 = v1_parents(mounts, own);
    if (options.sweep) {
      sweep(site.v1.memory);
      sweep(site.v1.cpuacct);
      sweep(site.v1.pids);
    }
    return site;
  }
  const std::string mount = v2_mount(mounts);
  if (mount.empty()) return Error{ErrorKind::judge, "there are no control groups v2", {}, {}};
  ARBITER_TRY(parent, prepare_v2_parent(v2_own_group(mount, own)));
  site.v2 = std::move(parent);
  if (options.sweep) sweep(site.v2);
  return site;
}

Result<std::unique_ptr<Accountant>> make_accountant(Isolation isolation, const Site& site,
                                                    int number) {
  const std::string name = group_name(::getpid(), number);
  switch (isolation) {
    case Isolation::root_v1:
      return make_v1_accountant(site.v1, name);
    case Isolation::root_v2:
    case Isolation::delegated_v2:
      return make_v2_accountant(site.v2, name);
    default:
      return make_no_accountant();
  }
}

}  // namespace arbiter::arbiter_box
