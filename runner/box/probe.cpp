#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "base/file.hpp"
#include "base/unique_fd.hpp"
#include "box/box.hpp"
#include "box/remote_box.hpp"

namespace arbiter::box {
namespace {

// The content of a one-line file of the kernel, without its end; empty if it cannot be read.
std::string line_of(const char* path) {
  auto fd = open_read(path);
  if (!fd) return {};
  auto text = read_descriptor(fd->get(), mib(1));
  if (!text) return {};
  while (!text->empty() && text->back() == '\n') {
    text->pop_back();
  }
  return std::move(text).value();
}

bool exists(const char* path) {
  struct stat info {};
  return ::stat(path, &info) == 0;
}

bool is_container() {
  return exists("/.dockerenv") || exists("/run/.containerenv") ||
         line_of("/proc/1/environ").find("container=") != std::string::npos;
}

std::vector<std::string> guarantees_of(Mode mode) {
  std::vector<std::string> all;
  if (mode == Mode::unsandboxed) {
    all.emplace_back("CPU, wall and output limits; nothing is isolated");
    return all;
  }
  all.emplace_back("no network, no files of the host, no new privileges");
  all.emplace_back("all processes killed and all files removed after each run");
  all.emplace_back("CPU, wall, memory and output limits");
  if (mode == Mode::user_namespace) {
    all.emplace_back("exact CPU time and memory of programs of one process");
  } else {
    all.emplace_back("exact CPU time and memory over all processes, process limit");
  }
  return all;
}

// Why a better mode than plain user namespaces is not to be had, and what would give it.
void explain_user_namespace(Probe& found) {
  found.missing.emplace_back("exact CPU time and memory of programs that start processes");
  if (::geteuid() == 0) {
    found.missing.emplace_back("control groups: none can be written here");
    if (is_container()) {
      found.remedy = "start the container with --cgroupns=private and a writable /sys/fs/cgroup";
    }
    return;
  }
  found.remedy = exists("/run/systemd/system")
                     ? "systemd-run --user --scope -p Delegate=yes arbiter …"
                     : "sudo arbiter …";
}

void explain_nothing(Probe& found, const std::string& problem) {
  found.missing.emplace_back("isolation of programs: " + problem);
  if (line_of("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1") {
    found.missing.emplace_back("AppArmor keeps normal users from making user namespaces");
    found.remedy = "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0";
  } else if (line_of("/proc/sys/kernel/unprivileged_userns_clone") == "0") {
    found.missing.emplace_back("user namespaces are switched off for normal users");
    found.remedy = "sudo sysctl kernel.unprivileged_userns_clone=1";
  } else if (line_of("/proc/sys/user/max_user_namespaces") == "0") {
    found.missing.emplace_back("the number of user namespaces is limited to none");
    found.remedy = "sudo sysctl user.max_user_namespaces=10000";
  } else if (is_container()) {
    found.missing.emplace_back(
        "this is a container; its system-call filter or its masked /proc refuse namespaces");
    found.remedy =
        "docker run --security-opt seccomp=unconfined --security-opt systempaths=unconfined …";
  }
}

std::vector<std::string> noise_here() {
  std::vector<std::string> all;
  if (line_of("/sys/devices/system/cpu/smt/active") == "1") {
    all.emplace_back("two hardware threads share a core; use one job per core");
  }
  const std::string governor = line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  if (!governor.empty() && governor != "performance") {
    all.emplace_back("the processor's frequency varies (governor " + governor + ")");
  }
  const std::string swaps = line_of("/proc/swaps");
  if (swaps.find('\n') != std::string::npos) {
    all.emplace_back("swap is on; programs near their memory limit can become slow");
  }
  return all;
}

std::vector<Mode> candidates() {
  if (::geteuid() == 0) {
    return {Mode::root_cgroup_v1, Mode::root_cgroup_v2, Mode::user_namespace};
  }
  return {Mode::delegated_cgroup_v2, Mode::user_namespace};
}

// A mode works when a program runs in it and says so.
Result<void> try_mode(Mode mode, const std::filesystem::path& arbiter_box) {
  ARBITER_TRY(box, RemoteBox::begin(mode, arbiter_box, false));
  ARBITER_CHECK(box->finish());
  ARBITER_CHECK(box->assign(BoxConfig{}));
  const UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  RunRequest request;
  request.argv = {"/bin/true"};
  request.cpu_limit = std::chrono::seconds(5);
  request.wall_limit = std::chrono::seconds(10);
  request.memory_limit = mib(64);
  request.output_limit = mib(1);
  ARBITER_TRY(report, box->run(request, {null.get(), null.get(), null.get()}));
  if (!report.exited || report.exit_status != 0) {
    return Error{ErrorKind::judge, "a program that should end well did not", {}, {}};
  }
  return {};
}

}  // namespace

Probe probe(const std::filesystem::path& arbiter_box) {
  Probe found;
  std::string problem;
  for (const Mode mode : candidates()) {
    const auto works = try_mode(mode, arbiter_box);
    if (works) {
      found.mode = mode;
      found.can_isolate = true;
      break;
    }
    problem = works.error().text();
  }
  found.guarantees = guarantees_of(found.mode);
  if (found.mode == Mode::user_namespace) explain_user_namespace(found);
  if (!found.can_isolate) explain_nothing(found, problem);
  found.noise = noise_here();
  return found;
}

}  // namespace arbiter::box
