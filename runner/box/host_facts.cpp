#include "box/host_facts.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <string_view>

#include "base/machine/control_groups.hpp"
#include "base/text.hpp"

namespace arbiter::box {
namespace {

namespace fs = std::filesystem;

class Reader {
 public:
  explicit Reader(const fs::path& root) : root_(root) {}

  [[nodiscard]] std::string text(const fs::path& path) const {
    return kernel_text(root_ / path.relative_path());
  }

  [[nodiscard]] std::string line(const fs::path& path) const {
    const std::string whole = text(path);
    return whole.substr(0, whole.find('\n'));
  }

  [[nodiscard]] bool exists(const fs::path& path) const {
    struct stat info {};
    return ::lstat((root_ / path.relative_path()).c_str(), &info) == 0;
  }

  [[nodiscard]] std::vector<Mount> mounts() const { return parse_mounts(text("proc/self/mounts")); }

 private:
  const fs::path& root_;
};

/// The hard limit of a process; none: it is not known, or there is none.
std::optional<std::int64_t> hard_limit(const std::string& limits, const std::string& name) {
  for (const std::string_view line : split_lines(limits)) {
    long long hard = 0;
    // "Max processes             20                   40                   processes": the second
    if (line.starts_with(name) &&
        std::sscanf(std::string(line.substr(name.size())).c_str(), " %*s %lld", &hard) == 1) {
      return hard;
    }
  }
  return std::nullopt;
}

void read_limits(const Reader& host, HostFacts& facts) {
  // What boxes set for compilers and submissions, but for limits that follow from a problem.
  const std::array<HostFacts::LowLimit, 4> needed = {{{"processes", "-u", "nproc", 65},
                                                      {"file size", "-f", "fsize", 256 << 20},
                                                      {"open files", "-n", "nofile", 1024},
                                                      {"stack size", "-s", "stack", 256 << 20}}};
  const std::string limits = host.text("proc/self/limits");
  const std::string of_first = host.text("proc/1/limits");
  for (HostFacts::LowLimit one : needed) {
    const auto hard = hard_limit(limits, "Max " + one.what + " ");
    if (!hard || *hard >= one.needed) continue;
    one.most = *hard;
    one.is_of_first = hard_limit(of_first, "Max " + one.what + " ") == hard;
    facts.low_limits.push_back(std::move(one));
  }
}

void read_status(const Reader& host, HostFacts& facts) {
  constexpr unsigned k_cap_sys_resource = 24;
  const std::string status = host.text("proc/self/status");
  for (const std::string_view line : split_lines(status)) {
    if (line == "Seccomp:\t2") facts.is_filtered = true;
    unsigned long long capable = 0;
    if (std::sscanf(std::string(line).c_str(), "CapEff: %llx", &capable) == 1)
      facts.may_raise_limits = (capable >> k_cap_sys_resource & 1U) != 0;
  }
  // "docker-default (enforce)"
  const std::string profile = host.line("proc/self/attr/current");
  if (profile.ends_with(" (enforce)")) facts.profile = profile.substr(0, profile.find(' '));
}

void read_kernel(const Reader& host, HostFacts& facts) {
  facts.kernel = host.line("proc/sys/kernel/osrelease");
  static_cast<void>(
      std::sscanf(facts.kernel.c_str(), "%d.%d", &facts.kernel_major, &facts.kernel_minor));
  facts.is_wsl = facts.kernel.find("icrosoft") != std::string::npos;
  facts.has_systemd = host.exists("run/systemd/system");
  facts.apparmor_restricts =
      host.line("proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1";
  facts.userns_switched_off = host.line("proc/sys/kernel/unprivileged_userns_clone") == "0";
  facts.has_user_namespaces = host.exists("proc/self/ns/user");
  const std::string ids = host.text("proc/self/uid_map");
  const auto id_ranges = split_lines(ids);
  facts.has_one_id = id_ranges.size() == 1 && words_of(id_ranges[0], " ").back() == "1";
  facts.has_own_ids = host.text("proc/1/uid_map") != ids;
  for (const char* sort : {"user", "pid", "mnt", "net", "ipc", "uts", "cgroup"}) {
    if (host.line("proc/sys/user/max_" + std::string(sort) + "_namespaces") == "0") {
      facts.forbidden_namespaces.emplace_back(sort);
    }
  }
}

HostFacts::Container container_of(const Reader& host) {
  if (host.exists(".dockerenv")) return HostFacts::Container::docker;
  if (host.exists("run/.containerenv")) return HostFacts::Container::podman;
  // Variables of the first process, each ended by a NUL.
  const std::string variables = '\0' + host.text("proc/1/environ");
  const bool is_named = variables.find(std::string("\0container=", 11)) != std::string::npos;
  return is_named ? HostFacts::Container::other : HostFacts::Container::none;
}

void read_mounts(const Reader& host, unsigned user, HostFacts& facts) {
  for (const Mount& mount : host.mounts()) {
    // What systemd mounts there lies on a folder that is empty anyway, and covers nothing.
    if (mount.place.starts_with("/proc/") && mount.place != "/proc/sys/fs/binfmt_misc") {
      facts.is_proc_covered = true;
    }
    if (mount.type == "cgroup") {
      std::ranges::copy(mount.options, std::back_inserter(facts.v1_controllers));
    }
    if (mount.type == "cgroup2" && !facts.has_v2) {
      facts.has_v2 = true;
      facts.is_v2_read_only = has_word(mount.options, "ro");
      const std::string id = std::to_string(user);
      facts.user_controllers =
          words_of(host.line(fs::path(mount.place) / "user.slice" / ("user-" + id + ".slice") /
                             ("user@" + id + ".service") / "cgroup.controllers"),
                   " ");
    }
  }
  const std::string controllers = host.text("proc/cgroups");
  for (const std::string_view line : split_lines(controllers)) {
    if (line.starts_with("memory\t") && line.ends_with("\t0")) facts.memory_switched_off = true;
  }
}

// The least of the quotas of a group and those above it.
std::optional<double> quota_of(const Reader& host) {
  std::optional<double> least;
  for (const Mount& mount : host.mounts()) {
    const bool is_v1 = mount.type == "cgroup" && has_word(mount.options, "cpu");
    if (!is_v1 && mount.type != "cgroup2") continue;
    fs::path group = group_of(host.text("proc/self/cgroup"), is_v1 ? "cpu" : "");
    while (true) {
      const fs::path folder = mount.place / group.relative_path();
      const std::string both = is_v1 ? host.line(folder / "cpu.cfs_quota_us") + " " +
                                           host.line(folder / "cpu.cfs_period_us")
                                     : host.line(folder / "cpu.max");
      double quota = 0;
      double period = 0;
      static_cast<void>(std::sscanf(both.c_str(), "%lf %lf", &quota, &period));
      if (quota > 0 && period > 0) least = std::min(least.value_or(1e9), quota / period);
      if (!group.has_relative_path()) break;
      group = group.parent_path();
    }
  }
  return least;
}

double stolen_share(const std::string& line) {
  std::array<double, 8> ticks{};
  const int got =
      std::sscanf(line.c_str(), "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &ticks[0], &ticks[1],
                  &ticks[2], &ticks[3], &ticks[4], &ticks[5], &ticks[6], &ticks[7]);
  const double all = std::accumulate(ticks.begin(), ticks.end(), 0.0);
  return got == 8 && all > 0 ? ticks[7] / all : 0;
}

void read_noise(const Reader& host, HostFacts& facts) {
  const fs::path cpu = "sys/devices/system/cpu";
  facts.has_hyperthreads = host.line(cpu / "smt/active") == "1";
  facts.governor = host.line(cpu / "cpu0/cpufreq/scaling_governor");
  facts.has_turbo =
      host.line(cpu / "intel_pstate/no_turbo") == "0" || host.line(cpu / "cpufreq/boost") == "1";
  // The first line is a heading.
  const std::string swaps = host.text("proc/swaps");
  facts.has_swap = split_lines(swaps).size() > 1;
  static_cast<void>(std::sscanf(host.line("proc/loadavg").c_str(), "%lf", &facts.load));
  facts.stolen = stolen_share(host.line("proc/stat"));
  facts.quota_cores = quota_of(host);
}

HostFacts::Helper helper_state(const fs::path& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return HostFacts::Helper::missing;
  return ::access(path.c_str(), X_OK) == 0 ? HostFacts::Helper::ready
                                           : HostFacts::Helper::not_executable;
}

}  // namespace

HostFacts read_host_facts(const fs::path& root, unsigned user, const fs::path& helper) {
  const Reader host(root);
  HostFacts facts;
  facts.is_root = user == 0;
  facts.helper_path = helper.string();
  facts.helper = helper_state(helper);
  facts.container = container_of(host);
  const fs::path own = fs::path("run/user") / std::to_string(user);
  facts.has_user_manager = host.exists(own / "systemd");
  facts.has_user_bus = host.exists(own / "bus");
  facts.has_system_bus = host.exists("run/dbus/system_bus_socket");
  read_kernel(host, facts);
  read_status(host, facts);
  read_limits(host, facts);
  read_mounts(host, user, facts);
  read_noise(host, facts);
  return facts;
}

}  // namespace arbiter::box
