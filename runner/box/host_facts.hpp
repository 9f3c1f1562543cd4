#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "box/box.hpp"

namespace arbiter::box {

/// What decides how programs can be isolated on a machine, and how quiet it is. As read, without
/// a judgement.
struct HostFacts {
  enum class Container { none, docker, podman, other };
  enum class Helper { ready, missing, not_executable };
  enum class Ci { none, github, gitlab };  ///< the service that runs this, where it has containers
  /// A limit of the shell that is below what boxes set.
  struct LowLimit {
    std::string what;    ///< "processes"; sizes are in bytes
    std::string flag;    ///< of ulimit: "-u"
    std::string option;  ///< of prlimit and docker: "nproc"
    std::int64_t needed = 0;
    std::int64_t most = 0;
    bool is_of_first = false;  ///< the first process has it too, as those of a container have
  };

  bool is_root = false;
  Helper helper = Helper::ready;
  std::string helper_path;

  std::string kernel;  ///< "6.1.0-13-amd64"
  int kernel_major = 0;
  int kernel_minor = 0;
  bool is_wsl = false;
  Container container = Container::none;
  bool has_systemd = false;
  bool has_user_manager = false;  ///< systemd runs one for this user
  bool has_user_bus = false;      ///< on which it can be asked
  bool has_system_bus = false;
  bool has_one_id = false;   ///< this user namespace has no user but the caller
  bool has_own_ids = false;  ///< and it is not that of the first process, as after unshare -r
  Ci ci = Ci::none;
  std::vector<LowLimit> low_limits;
  bool may_raise_limits = false;  ///< CAP_SYS_RESOURCE

  bool has_user_namespaces = true;
  bool apparmor_restricts = false;   ///< user namespaces of normal users (Ubuntu 23.10 and later)
  bool userns_switched_off = false;  ///< for normal users (Debian's own switch)
  std::vector<std::string> forbidden_namespaces;  ///< "user" …: sorts of which none may be made
  bool is_filtered = false;                       ///< a system-call filter is on this process
  std::string profile;           ///< of AppArmor, that confines this process; empty: none does
  bool is_proc_covered = false;  ///< something is mounted over parts of /proc, as containers do

  std::vector<std::string> v1_controllers;  ///< of mounted hierarchies
  bool has_v2 = false;
  bool is_v2_read_only = false;
  std::vector<std::string> user_controllers;  ///< in the group of this user's systemd
  bool memory_switched_off = false;           ///< the kernel was started without that controller

  int cores = 1;                      ///< that this process may use
  bool has_hyperthreads = false;      ///< two hardware threads share a core
  std::string governor;               ///< of the processor's frequency; empty: not known
  bool has_turbo = false;             ///< frequencies above the nominal one are allowed
  bool has_swap = false;              ///< and it is on
  double load = 0;                    ///< processes ready to run, averaged over a minute
  double stolen = 0;                  ///< share of time that the host of this machine took
  std::optional<double> quota_cores;  ///< cores' worth of time that the control group may use
};

/// Reads the facts for a user from the kernel's files below `root`, which is "/" but in tests, and
/// from arbiter-box, `helper`. What cannot be read there, and `cores` and `ci`, stays as it is.
HostFacts read_host_facts(const std::filesystem::path& root, unsigned user,
                          const std::filesystem::path& helper);

/// What came of trying a mode.
struct Trial {
  Mode mode = Mode::unsandboxed;
  bool works = false;
  std::string problem;  ///< why it does not
};

/// The mode is the first that works; what is missing, and the command that gives it, follow from
/// the facts. A function of its arguments alone.
Probe diagnose(const HostFacts& facts, const std::vector<Trial>& trials);

}  // namespace arbiter::box
