// Machines as people have them, from their kernel's files to what doctor advises.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "box/fake_host.hpp"
#include "box/host_facts.hpp"

namespace arbiter::box {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Machine {
  const char* name;
  unsigned user;
  void (*make)(FakeHost&);
  Mode mode;            ///< the only one that works
  const char* missing;  ///< a part of what is told; empty: nothing is missing
  const char* remedy;   ///< a part; empty: none
};

void docker(FakeHost& host) {
  host.write(".dockerenv", "")
      .write("proc/self/status", "Seccomp:\t2\n")
      .mount("proc", "/proc", "rw")
      .mount("proc", "/proc/sys", "ro")
      .mount("tmpfs", "/proc/kcore", "rw")
      .mount("cgroup2", "/sys/fs/cgroup", "ro,nosuid")
      .write("proc/self/cgroup", "0::/\n");
}

constexpr Machine k_machines[] = {
    {"Debian 12, root, cgroup v1", 0,
     [](FakeHost& host) { host.mount("cgroup", "/sys/fs/cgroup/memory", "rw,memory"); },
     Mode::root_cgroup_v1, "", ""},
    {"root, cgroup v2", 0, [](FakeHost& host) { host.systemd_user("cpu memory pids"); },
     Mode::root_cgroup_v2, "", ""},
    {"Fedora, a user's session", 1000,
     [](FakeHost& host) { host.systemd_user("cpu io memory pids"); }, Mode::user_namespace,
     "it is broken", "sudo arbiter"},
    {"Fedora, a user's session in which systemd answers", 1000,
     [](FakeHost& host) { host.systemd_user("cpu memory pids"); }, Mode::delegated_cgroup_v2, "",
     ""},
    {"Debian without what is recommended", 1000,
     [](FakeHost& host) { host.systemd_user("memory pids").remove("run/user/1000/bus"); },
     Mode::user_namespace, "the bus on which systemd is asked",
     "sudo apt-get install dbus-user-session"},
    {"systemd without its bus", 0,
     [](FakeHost& host) { host.systemd_user("memory pids").remove("run/dbus/system_bus_socket"); },
     Mode::user_namespace, "it is broken", "sudo apt-get install dbus"},
    {"a container whose groups can be written, with a shell in it", 0,
     [](FakeHost& host) {
       host.write("run/.containerenv", "").mount("cgroup2", "/sys/fs/cgroup", "rw");
     },
     Mode::user_namespace, "it is broken", "podman run --cgroupns=private"},
    {"a container with one user", 0,
     [](FakeHost& host) {
       host.write("run/.containerenv", "")
           .write("proc/1/uid_map", "         0       1000          1\n")
           .write("proc/self/uid_map", "         0       1000          1\n");
     },
     Mode::unsandboxed, "root is the only user in this container", "sudo usermod --add-subuids"},
    {"an older systemd that hands on too little", 1000,
     [](FakeHost& host) { host.systemd_user("pids"); }, Mode::user_namespace,
     "the controllers pids only", "Delegate=cpu memory pids"},
    {"a user on a machine with both versions", 1000,
     [](FakeHost& host) {
       host.mount("cgroup", "/sys/fs/cgroup/memory", "rw,memory").systemd_user("");
     },
     Mode::user_namespace, "only root can use", "sudo arbiter"},
    {"a user without a session, as under cron", 1000, [](FakeHost&) {}, Mode::user_namespace,
     "this user may write", "sudo arbiter"},
    {"Ubuntu 24.04, desktop", 1000,
     [](FakeHost& host) {
       host.systemd_user("cpu memory pids")
           .write("proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n");
     },
     Mode::unsandboxed, "AppArmor", "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0"},
    {"a CI runner on Ubuntu 24.04", 1001,
     [](FakeHost& host) {
       host.mount("cgroup2", "/sys/fs/cgroup", "rw")
           .write("run/systemd/system/x", "")
           .write("proc/self/cgroup", "0::/system.slice/hosted-compute-agent.service\n")
           .write("proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n");
     },
     Mode::unsandboxed, "AppArmor", "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0"},
    {"Ubuntu 24.04, root", 0,
     [](FakeHost& host) {
       host.systemd_user("cpu memory pids")
           .write("proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n");
     },
     Mode::root_cgroup_v2, "", ""},
    {"a hardened Debian", 1000,
     [](FakeHost& host) { host.write("proc/sys/kernel/unprivileged_userns_clone", "0\n"); },
     Mode::unsandboxed, "user namespaces are disabled for normal users",
     "sudo sysctl kernel.unprivileged_userns_clone=1"},
    {"a server that allows no namespaces", 0,
     [](FakeHost& host) {
       host.write("proc/sys/user/max_user_namespaces", "0\n")
           .write("proc/sys/user/max_net_namespaces", "0\n");
     },
     Mode::unsandboxed, "user, net namespaces are disabled",
     "sudo sysctl user.max_user_namespaces=10000 user.max_net_namespaces=10000"},
    {"docker run", 0, docker, Mode::unsandboxed, "its system-call filter refuses namespaces",
     "docker run --security-opt seccomp=unconfined"},
    {"docker run as a user, on Ubuntu", 1000,
     [](FakeHost& host) {
       docker(host);
       host.write("proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n");
     },
     Mode::unsandboxed, "Docker container", "docker run --security-opt seccomp=unconfined"},
    {"docker run without filter and masks", 0,
     [](FakeHost& host) {
       host.write(".dockerenv", "").mount("cgroup2", "/sys/fs/cgroup", "ro,nosuid");
     },
     Mode::user_namespace, "cannot be written in this container", "writable-cgroups=true"},
    {"podman run, rootless", 0,
     [](FakeHost& host) {
       host.write("run/.containerenv", "").mount("tmpfs", "/proc/kcore", "rw");
     },
     Mode::unsandboxed, "Podman container: parts of /proc are covered", "unmask=ALL"},
    {"podman run with unmask=/proc/*", 0,
     [](FakeHost& host) {
       host.write("run/.containerenv", "").mount("cgroup2", "/sys/fs/cgroup", "ro");
     },
     Mode::user_namespace, "cannot be written in this container", "unmask=/sys/fs/cgroup"},
    {"a user in a container that may nest", 1000,
     [](FakeHost& host) { host.write(".dockerenv", "").mount("cgroup2", "/sys/fs/cgroup", "ro"); },
     Mode::user_namespace, "this user may write", "sudo arbiter"},
    {"WSL 2", 1000,
     [](FakeHost& host) {
       host.write("proc/sys/kernel/osrelease", "5.15.153.1-microsoft-standard-WSL2\n");
     },
     Mode::user_namespace, "this user may write", "sudo arbiter"},
    {"WSL 2, old", 1000,
     [](FakeHost& host) {
       host.write("proc/sys/kernel/osrelease", "5.10.16.3-microsoft-standard-WSL2\n");
     },
     Mode::unsandboxed, "5.12 or newer", "wsl --update"},
    {"WSL 1", 1000,
     [](FakeHost& host) { host.write("proc/sys/kernel/osrelease", "4.4.0-19041-Microsoft\n"); },
     Mode::unsandboxed, "this is 4.4.0-19041-Microsoft", "wsl --set-version"},
    {"Debian 11", 0,
     [](FakeHost& host) { host.write("proc/sys/kernel/osrelease", "5.10.0-28-amd64\n"); },
     Mode::unsandboxed, "this is 5.10.0-28-amd64", "boot Linux 5.12 or newer"},
    {"a Raspberry Pi, root", 0,
     [](FakeHost& host) { host.write("proc/cgroups", "memory\t0\t97\t0\n"); }, Mode::user_namespace,
     "without the memory controller", "cgroup_enable=memory"},
    {"a snap or a hardened service", 1000,
     [](FakeHost& host) { host.write("proc/self/status", "Seccomp:\t2\n"); }, Mode::unsandboxed,
     "this process is confined", "outside of what confines it"},
    {"ulimit -u 20", 1000,
     [](FakeHost& host) {
       docker(host);
       host.write("proc/self/limits",
                  "Max processes             20          20         processes\n");
     },
     Mode::unsandboxed, "the limit of processes (ulimit -u) is 20, and Arbiter needs 65",
     "sudo prlimit --pid $$ --nproc=4096"},
    {"ulimit -f 20, root with all that root may", 0,
     [](FakeHost& host) {
       host.write("proc/self/status", "CapEff:\t000001ffffffffff\n")
           .write("proc/self/limits", "Max file size   20480       20480         bytes\n");
     },
     Mode::unsandboxed, "the limit of file size (ulimit -f) is 20 KiB, and Arbiter needs 256 MiB",
     "prlimit --pid $$ --fsize=268435456"},
    {"a shell with ulimit -n 30 in a container", 0,
     [](FakeHost& host) {
       host.write(".dockerenv", "")
           .write("proc/self/limits", "Max open files  30          30         files\n")
           .write("proc/1/limits", "Max open files   4096        4096       files\n");
     },
     Mode::unsandboxed, "Arbiter needs 1024", "a shell that does not lower ulimit -n"},
    {"docker run --ulimit nofile=30", 0,
     [](FakeHost& host) {
       host.write(".dockerenv", "")
           .write("proc/self/limits", "Max open files  30          30         files\n")
           .write("proc/1/limits", "Max open files   30          30         files\n");
     },
     Mode::unsandboxed, "Arbiter needs 1024", "docker run --ulimit nofile=4096"},
    {"unshare -Ur in a container", 0,
     [](FakeHost& host) {
       host.write(".dockerenv", "")
           .write("proc/1/uid_map", "         0          0 4294967295\n")
           .write("proc/self/uid_map", "         0          0          1\n");
     },
     Mode::unsandboxed, "as after unshare -r", "outside of that namespace"},
    {"a container that nothing shows to confine it", 0,
     [](FakeHost& host) { host.write(".dockerenv", ""); }, Mode::unsandboxed,
     "a Docker container, which may be what refuses", "docker run --security-opt"},
    {"docker run --security-opt seccomp=unconfined --security-opt systempaths=unconfined", 0,
     [](FakeHost& host) {
       host.write(".dockerenv", "").write("proc/self/attr/current", "docker-default (enforce)\n");
     },
     Mode::unsandboxed, "the AppArmor profile docker-default may forbid mounts",
     "--security-opt apparmor=unconfined"},
    {"nobody knows why", 1000, [](FakeHost&) {}, Mode::unsandboxed, "tried: it is broken",
     "sudo arbiter"}};

Probe diagnosed(const FakeHost& host, unsigned user, Mode works) {
  const std::vector<Mode> tried =
      user == 0 ? std::vector{Mode::root_cgroup_v1, Mode::root_cgroup_v2, Mode::user_namespace}
                : std::vector{Mode::delegated_cgroup_v2, Mode::user_namespace};
  std::vector<Trial> trials;
  for (const Mode mode : tried) {
    const bool good = mode == works;
    trials.push_back({mode, good, good ? "" : "it is broken"});
    if (good) break;
  }
  return diagnose(host.facts(user), trials);
}

std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines)
    all += line + "\n";
  return all;
}

TEST(Diagnose, KnowsTheMachinesOfItsUsers) {
  for (const Machine& machine : k_machines) {
    SCOPED_TRACE(machine.name);
    FakeHost host;
    machine.make(host);
    const Probe probe = diagnosed(host, machine.user, machine.mode);
    EXPECT_EQ(probe.mode, machine.mode);
    EXPECT_EQ(probe.can_isolate, machine.mode != Mode::unsandboxed);
    EXPECT_EQ(probe.missing.empty(), *machine.missing == '\0') << joined(probe.missing);
    EXPECT_THAT(joined(probe.missing), HasSubstr(machine.missing));
    EXPECT_EQ(probe.remedy.empty(), *machine.remedy == '\0') << probe.remedy;
    EXPECT_THAT(probe.remedy, HasSubstr(machine.remedy));
    EXPECT_EQ(probe.remedy.find('\n'), std::string::npos) << "one command";
  }
}

TEST(Diagnose, NamesTheHelperFirst) {
  FakeHost host;
  docker(host);
  std::filesystem::permissions(host.helper(), std::filesystem::perms::owner_read);
  EXPECT_THAT(diagnosed(host, 0, Mode::unsandboxed).remedy, HasSubstr("chmod +x"));
  std::filesystem::remove(host.helper());
  const Probe probe = diagnosed(host, 0, Mode::unsandboxed);
  EXPECT_THAT(joined(probe.missing), HasSubstr("arbiter-box is not at " + host.helper().string()));
  EXPECT_THAT(probe.remedy, HasSubstr("cmake --install"));
}

TEST(Diagnose, SaysWhereOptionsGoInACiService) {
  FakeHost host;
  docker(host);
  HostFacts facts = host.facts(0);
  const std::vector<Trial> failed = {{Mode::user_namespace, false, "it is broken"}};
  facts.ci = HostFacts::Ci::github;
  EXPECT_THAT(diagnose(facts, failed).remedy,
              HasSubstr("in the workflow: container: { image: IMAGE, options: --security-opt"));
  facts.ci = HostFacts::Ci::gitlab;
  EXPECT_THAT(diagnose(facts, failed).remedy, HasSubstr("[runners.docker]"));
}

TEST(Diagnose, OffersAppArmorsNarrowerWay) {
  FakeHost host;
  host.write("proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n");
  EXPECT_THAT(diagnosed(host, 1000, Mode::unsandboxed).alternative,
              HasSubstr("profile arbiter-box " + host.helper().string() +
                        " flags=(unconfined) { userns, }"));
}

TEST(Diagnose, PromisesMoreWhereMoreIsCounted) {
  const std::string with_groups = joined(guarantees_of(Mode::root_cgroup_v1));
  EXPECT_THAT(with_groups, HasSubstr("over all processes, process limit"));
  for (const Mode same : {Mode::root_cgroup_v2, Mode::delegated_cgroup_v2}) {
    EXPECT_EQ(joined(guarantees_of(same)), with_groups);
  }
  const std::string without = joined(guarantees_of(Mode::user_namespace));
  EXPECT_THAT(without, HasSubstr("of programs of one process"));
  EXPECT_THAT(without, HasSubstr("no network"));
  EXPECT_THAT(guarantees_of(Mode::unsandboxed), ElementsAre(HasSubstr("nothing is isolated")));
}

TEST(Noise, IsNoneOnAQuietMachine) {
  HostFacts facts;
  facts.cores = 4;
  facts.governor = "performance";
  facts.load = 0.9;
  facts.stolen = 0.009;
  facts.quota_cores = 4;
  EXPECT_THAT(noise_of(facts), IsEmpty());
}

TEST(Noise, IsALineForEachCause) {
  HostFacts facts;
  facts.has_hyperthreads = facts.has_turbo = facts.has_swap = true;
  facts.governor = "powersave";
  facts.load = 1.5;
  facts.stolen = 0.034;
  facts.quota_cores = 0.5;
  EXPECT_THAT(noise_of(facts),
              ElementsAre(HasSubstr("one core only"), HasSubstr("hardware threads"),
                          HasSubstr("governor powersave"), HasSubstr("turbo"), HasSubstr("swap"),
                          HasSubstr("1.5 processes share 1 cores"), HasSubstr("3% of the time"),
                          HasSubstr("0.5 of 1 cores")));
}

}  // namespace
}  // namespace arbiter::box
