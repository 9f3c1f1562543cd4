#include <fmt/format.h>

#include <array>

#include "base/text.hpp"
#include "base/units.hpp"
#include "box/host_facts.hpp"

namespace arbiter::box {
namespace {

using Container = HostFacts::Container;

// mount_setattr, which makes what is bound read-only with all below it.
constexpr int k_least_major = 5;
constexpr int k_least_minor = 12;

// Less is what any system that runs takes.
constexpr double k_busy_load = 1.0;
constexpr double k_stolen_share = 0.01;

/// What stands in the way, and what takes it away. Empty `what`: it does not stand in the way.
struct Obstacle {
  std::string what;
  std::string remedy = {};
  std::string narrower = {};
};

Obstacle no_helper(const HostFacts& facts) {
  if (facts.helper == HostFacts::Helper::missing) {
    return {"arbiter-box is not at " + facts.helper_path, "cmake --install build/release"};
  }
  if (facts.helper == HostFacts::Helper::not_executable) {
    return {facts.helper_path + " may not be executed (its mode, or a file system with noexec)",
            "chmod +x " + facts.helper_path};
  }
  return {};
}

Obstacle old_kernel(const HostFacts& facts) {
  const std::array now{facts.kernel_major, facts.kernel_minor};
  if (facts.kernel_major == 0 || now >= std::array{k_least_major, k_least_minor}) return {};
  const std::string what = fmt::format("Linux {}.{} or newer is needed, this is {}", k_least_major,
                                       k_least_minor, facts.kernel);
  // The first WSL has no Linux in it.
  if (facts.is_wsl && facts.kernel_major < 5) return {what, "wsl --set-version DISTRIBUTION 2"};
  if (facts.is_wsl) return {what, "wsl --update"};
  return {what, fmt::format("boot Linux {}.{} or newer", k_least_major, k_least_minor)};
}

Obstacle no_namespaces(const HostFacts& facts) {
  if (!facts.has_user_namespaces) {
    return {"this kernel has no user namespaces", "boot a kernel with CONFIG_USER_NS=y"};
  }
  if (!facts.forbidden_namespaces.empty()) {
    std::string command = "sudo sysctl";
    for (const std::string& sort : facts.forbidden_namespaces)
      command += fmt::format(" user.max_{}_namespaces=10000", sort);
    return {fmt::format("{} namespaces are disabled", fmt::join(facts.forbidden_namespaces, ", ")),
            std::move(command)};
  }
  return {};
}

// The command that starts the container with these options, or where a CI service takes them.
std::string with_options(const HostFacts& facts, std::string_view options) {
  if (facts.ci == HostFacts::Ci::github) {
    return fmt::format("in the workflow: container: {{ image: IMAGE, options: {} }}", options);
  }
  if (facts.ci == HostFacts::Ci::gitlab) {
    return fmt::format("give the options {} in config.toml of the runner, [runners.docker]",
                       options);
  }
  return fmt::format("{} run {} …", facts.container == Container::podman ? "podman" : "docker",
                     options);
}

Obstacle low_limits(const HostFacts& facts) {
  if (facts.low_limits.empty()) return {};
  const HostFacts::LowLimit& limit = facts.low_limits.front();
  const auto amount = [&](std::int64_t count) {
    return limit.what.ends_with("size") ? show(Bytes{count}) : std::to_string(count);
  };
  std::string what = fmt::format("the limit of {} (ulimit {}) is {}, and Arbiter needs {}",
                                 limit.what, limit.flag, amount(limit.most), amount(limit.needed));
  const std::string raised =
      fmt::format("{}={}", limit.option, std::max<std::int64_t>(limit.needed, 4096));
  if (facts.container != Container::none && limit.is_of_first)
    return {std::move(what), with_options(facts, "--ulimit " + raised)};
  if (facts.is_root && !facts.may_raise_limits)
    return {std::move(what),
            fmt::format("start arbiter from a shell that does not lower ulimit {}", limit.flag)};
  return {std::move(what),
          fmt::format("{}prlimit --pid $$ --{}", facts.is_root ? "" : "sudo ", raised)};
}

Obstacle no_other_ids(const HostFacts& facts) {
  if (!facts.is_root || !facts.has_one_id) return {};
  if (facts.has_own_ids) {
    return {
        "root is the only user in this user namespace (as after unshare -r), so that programs "
        "would be root",
        "run arbiter outside of that namespace, as the user who made it"};
  }
  return {"root is the only user in this container, so that programs would be root",
          "sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 $USER"};
}

std::string how_it_is_confined(const HostFacts& facts) {
  std::vector<std::string> how;
  if (facts.is_filtered) how.emplace_back("its system-call filter refuses namespaces");
  if (facts.is_proc_covered) {
    how.emplace_back("parts of /proc are covered, so that the kernel refuses a fresh one");
  }
  if (!facts.profile.empty() && facts.profile != "unconfined")
    how.push_back(fmt::format("the AppArmor profile {} may forbid mounts", facts.profile));
  return fmt::to_string(fmt::join(how, ", and "));
}

/// What is to be said of a container of one sort.
struct ContainerWords {
  std::string_view name;
  std::string_view nesting_options;  ///< let containers nest
  std::string_view nesting;          ///< the advice where there are no such options
  std::string_view writable_groups;
  std::string_view alone;
};

// In the order of Container.
constexpr std::array<ContainerWords, 4> k_containers = {
    {{},
     {"a Docker container",
      "--security-opt seccomp=unconfined --security-opt apparmor=unconfined "
      "--security-opt systempaths=unconfined",
      "",
      "docker run --cgroupns=private --security-opt writable-cgroups=true … (Docker 28 or newer)",
      "docker run --cgroupns=private … IMAGE arbiter …"},
     {"a Podman container", "--security-opt seccomp=unconfined --security-opt unmask=ALL", "",
      "podman run --cgroupns=private --security-opt unmask=/sys/fs/cgroup …",
      "podman run --cgroupns=private … IMAGE arbiter …"},
     {"a container", "", "start the container so that it may nest others",
      "start the container with a control group of its own that it may write",
      "start arbiter as the first program of the container"}}};

const ContainerWords& words_for(const HostFacts& facts) {
  return k_containers.at(static_cast<std::size_t>(facts.container));
}

std::string nesting(const HostFacts& facts) {
  const ContainerWords& words = words_for(facts);
  if (words.nesting_options.empty()) return std::string(words.nesting);
  return with_options(facts, words.nesting_options);
}

Obstacle container_refuses(const HostFacts& facts) {
  const std::string how = how_it_is_confined(facts);
  if (how.empty() || facts.container == Container::none) return {};
  return {fmt::format("this is {}: {}", words_for(facts).name, how), nesting(facts)};
}

// Nothing shows what refuses: the container is the likeliest.
Obstacle container_may_refuse(const HostFacts& facts) {
  if (facts.container == Container::none) return {};
  return {fmt::format("this is {}, which may be what refuses", words_for(facts).name),
          nesting(facts)};
}

Obstacle confined(const HostFacts& facts) {
  const std::string how = how_it_is_confined(facts);
  if (how.empty()) return {};
  return {"this process is confined: " + how, "start arbiter outside of what confines it"};
}

Obstacle normal_users_may_not(const HostFacts& facts) {
  if (facts.is_root) return {};
  if (facts.apparmor_restricts) {
    return {"AppArmor keeps normal users from making user namespaces (Ubuntu since 23.10)",
            "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0",
            fmt::format("printf 'abi <abi/4.0>,\\nprofile arbiter-box {} flags=(unconfined) "
                        "{{ userns, }}\\n' | sudo tee /etc/apparmor.d/arbiter-box && "
                        "sudo apparmor_parser -r /etc/apparmor.d/arbiter-box",
                        facts.helper_path)};
  }
  if (facts.userns_switched_off) {
    return {"user namespaces are disabled for normal users",
            "sudo sysctl kernel.unprivileged_userns_clone=1"};
  }
  return {};
}

void name(Obstacle obstacle, Probe& found) {
  found.missing.push_back(std::move(obstacle.what));
  found.remedy = std::move(obstacle.remedy);
  found.alternative = std::move(obstacle.narrower);
}

// The first obstacle is the one to name: it hides those behind it.
void explain_nothing(const HostFacts& facts, const std::vector<Trial>& trials, Probe& found) {
  for (const auto look :
       {no_helper, old_kernel, low_limits, no_namespaces, no_other_ids, container_refuses,
        normal_users_may_not, confined, container_may_refuse}) {
    Obstacle obstacle = look(facts);
    if (obstacle.what.empty()) continue;
    name(std::move(obstacle), found);
    break;
  }
  // What the last and easiest mode failed with.
  if (!trials.empty()) found.missing.push_back("tried: " + trials.back().problem);
  if (found.remedy.empty() && !facts.is_root) found.remedy = "sudo arbiter …";
}

// Why the last mode with control groups of version 2 did not work; empty: it was not tried.
std::string why_no_groups(const std::vector<Trial>& trials) {
  std::string why;
  for (const Trial& trial : trials) {
    const bool has_groups =
        trial.mode == Mode::root_cgroup_v2 || trial.mode == Mode::delegated_cgroup_v2;
    if (has_groups && !trial.works) why = trial.problem;
  }
  return why;
}

// Root that works without control groups: none can be made.
Obstacle root_without_groups(const HostFacts& facts, const std::string& why) {
  if (facts.memory_switched_off) {
    return {"the kernel was started without the memory controller",
            "add cgroup_enable=memory to the kernel's command line and boot again"};
  }
  const bool is_contained = facts.container != Container::none;
  if (is_contained && facts.has_v2 && !facts.is_v2_read_only) {
    // Version 2 lets no groups be made in one that holds processes, and those of others stay.
    return {why, std::string(words_for(facts).alone)};
  }
  if (is_contained) {
    return {"control groups cannot be written in this container",
            std::string(words_for(facts).writable_groups)};
  }
  if (!facts.has_v2 && !has_word(facts.v1_controllers, "memory")) {
    return {"no control groups are mounted", "mount -t cgroup2 cgroup2 /sys/fs/cgroup"};
  }
  if (facts.has_systemd && !facts.has_system_bus) return {why, "sudo apt-get install dbus"};
  return {why};
}

Obstacle user_without_groups(const HostFacts& facts, const std::string& why) {
  const std::string as_root = "sudo arbiter …";
  if (!facts.has_v2 || !facts.has_user_manager) {
    return {"a control group that this user may write", as_root};
  }
  const bool is_delegated =
      has_word(facts.user_controllers, "memory") && has_word(facts.user_controllers, "pids");
  if (is_delegated && !facts.has_user_bus) {
    return {
        "the bus on which systemd is asked for a control group (it starts when you log in again)",
        "sudo apt-get install dbus-user-session"};
  }
  if (is_delegated) return {why, as_root};
  if (has_word(facts.v1_controllers, "memory")) {
    return {"control groups: the controllers are with version 1, which only root can use", as_root};
  }
  return {
      fmt::format("systemd hands users the controllers {} only; memory and pids are needed (then "
                  "log in again)",
                  facts.user_controllers.empty()
                      ? "of none"
                      : fmt::to_string(fmt::join(facts.user_controllers, ", "))),
      "printf '[Service]\\nDelegate=cpu memory pids\\n' | sudo install -D -m 644 /dev/stdin "
      "/etc/systemd/system/user@.service.d/arbiter.conf && sudo systemctl daemon-reload"};
}

std::vector<std::string> guarantees_of(Mode mode) {
  if (mode == Mode::unsandboxed) {
    return {"with --sandbox none only CPU, wall and output limits: nothing is isolated"};
  }
  std::vector<std::string> all{
      "no network, no files of the host but its system folders, no new "
      "privileges",
      "all processes killed and all files removed after each run",
      "CPU, wall, memory and output limits"};
  if (mode == Mode::user_namespace) {
    all.emplace_back("exact CPU time and memory of programs of one process");
  } else {
    all.emplace_back("exact CPU time and memory over all processes, process limit");
  }
  return all;
}

std::vector<std::string> noise_of(const HostFacts& facts) {
  const double quota = facts.quota_cores.value_or(facts.cores);
  const std::pair<bool, std::string> known[] = {
      {facts.cores == 1, "there is one core only: the judge shares it with the programs"},
      {facts.has_hyperthreads,
       "two hardware threads share a core; keep to one job a core, as --jobs does"},
      {!facts.governor.empty() && facts.governor != "performance",
       fmt::format("the processor's frequency varies (governor {}); steady: sudo "
                   "cpupower frequency-set -g performance",
                   facts.governor)},
      {facts.has_turbo, "turbo: a core is faster while the others are idle"},
      {facts.has_swap, "swap is on: programs near their memory limit can become slow"},
      {facts.load >= k_busy_load,
       fmt::format("other programs are running: {:.1f} processes share {} cores", facts.load,
                   facts.cores)},
      {facts.stolen >= k_stolen_share,
       fmt::format("this virtual machine waits for its host: {:.0f}% of the time since it started",
                   facts.stolen * 100)},
      {quota < facts.cores,
       fmt::format("a control group allows {:.1f} of {} cores: programs are paused when it is used "
                   "up",
                   quota, facts.cores)}};
  std::vector<std::string> all;
  for (const auto& [applies, text] : known) {
    if (applies) all.push_back(text);
  }
  return all;
}

}  // namespace

Probe diagnose(const HostFacts& facts, const std::vector<Trial>& trials) {
  Probe found;
  for (const Trial& trial : trials) {
    if (!trial.works) continue;
    found.mode = trial.mode;
    found.can_isolate = true;
    break;
  }
  found.guarantees = guarantees_of(found.mode);
  if (!found.can_isolate) explain_nothing(facts, trials, found);
  if (found.mode == Mode::user_namespace) {
    found.missing.emplace_back("exact CPU time and memory of programs that start processes");
    const std::string why = why_no_groups(trials);
    name(facts.is_root ? root_without_groups(facts, why) : user_without_groups(facts, why), found);
  }
  found.noise = noise_of(facts);
  return found;
}

}  // namespace arbiter::box
