#include "box/host_facts.hpp"

#include <gtest/gtest.h>

#include "box/fake_host.hpp"

namespace arbiter::box {
namespace {

using Words = std::vector<std::string>;

TEST(HostFacts, AreEmptyWhereNothingCanBeRead) {
  const TempDir nothing = TempDir::make("no-host").value();
  const HostFacts facts = read_host_facts(nothing.path(), 0, nothing.path() / "arbiter-box");
  EXPECT_TRUE(facts.is_root);
  EXPECT_EQ(facts.helper, HostFacts::Helper::missing);
  EXPECT_EQ(facts.kernel_major, 0);
  EXPECT_FALSE(facts.has_v2);
  EXPECT_FALSE(facts.quota_cores);
  EXPECT_FALSE(facts.has_swap);
}

TEST(HostFacts, TellTheHelpersState) {
  FakeHost host;
  EXPECT_EQ(host.facts().helper, HostFacts::Helper::ready);
  std::filesystem::permissions(host.helper(), std::filesystem::perms::owner_read);
  EXPECT_EQ(host.facts().helper, HostFacts::Helper::not_executable);
  std::filesystem::remove(host.helper());
  std::filesystem::create_directory(host.helper());
  EXPECT_EQ(host.facts().helper, HostFacts::Helper::missing);
}

TEST(HostFacts, TellTheKernelAndItsSwitches) {
  FakeHost host;
  HostFacts facts = host.facts();
  EXPECT_EQ(facts.kernel_major, 6);
  EXPECT_EQ(facts.kernel_minor, 8);
  EXPECT_FALSE(facts.is_wsl || facts.apparmor_restricts || facts.userns_switched_off ||
               facts.is_filtered || facts.memory_switched_off);
  EXPECT_TRUE(facts.forbidden_namespaces.empty());
  host.write("proc/sys/kernel/osrelease", "5.15.153.1-microsoft-standard-WSL2\n")
      .write("proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n")
      .write("proc/sys/kernel/unprivileged_userns_clone", "0\n")
      .write("proc/sys/user/max_user_namespaces", "0\n")
      .write("proc/sys/user/max_net_namespaces", "0\n")
      .write("proc/sys/user/max_pid_namespaces", "31191\n")
      .write("proc/self/status", "Name:\tx\nSeccomp:\t2\n")
      .write("proc/cgroups", "#subsys_name\thierarchy\tnum_cgroups\tenabled\nmemory\t0\t97\t0\n");
  facts = host.facts();
  EXPECT_TRUE(facts.is_wsl && facts.apparmor_restricts && facts.userns_switched_off &&
              facts.is_filtered && facts.memory_switched_off);
  EXPECT_EQ(facts.forbidden_namespaces, (Words{"user", "net"}));
}

TEST(HostFacts, TellContainersApart) {
  EXPECT_EQ(FakeHost().facts().container, HostFacts::Container::none);
  EXPECT_EQ(FakeHost().write(".dockerenv", "").facts().container, HostFacts::Container::docker);
  EXPECT_EQ(FakeHost().write("run/.containerenv", "").facts().container,
            HostFacts::Container::podman);
  const std::string lxc("TERM=linux\0container=lxc\0", 25);
  EXPECT_EQ(FakeHost().write("proc/1/environ", lxc).facts().container, HostFacts::Container::other);
  const std::string other("TERM=linux\0mycontainer=no\0", 26);
  EXPECT_EQ(FakeHost().write("proc/1/environ", other).facts().container,
            HostFacts::Container::none);
}

TEST(HostFacts, TellWhatLiesOverProc) {
  FakeHost host;
  host.mount("proc", "/proc", "rw,nosuid").mount("binfmt_misc", "/proc/sys/fs/binfmt_misc", "rw");
  EXPECT_FALSE(host.facts().is_proc_covered);
  host.mount("tmpfs", "/proc/kcore", "rw");
  EXPECT_TRUE(host.facts().is_proc_covered);
}

TEST(HostFacts, TellTheControllersOfBothVersions) {
  FakeHost host;
  host.mount("cgroup", "/sys/fs/cgroup/memory", "rw,memory")
      .mount("cgroup", "/sys/fs/cgroup/cpu,cpuacct", "rw,cpu,cpuacct")
      .systemd_user("cpu memory pids");
  const HostFacts facts = host.facts();
  EXPECT_EQ(facts.v1_controllers, (Words{"rw", "memory", "rw", "cpu", "cpuacct"}));
  EXPECT_TRUE(facts.has_v2);
  EXPECT_EQ(facts.user_controllers, (Words{"cpu", "memory", "pids"}));
  EXPECT_TRUE(facts.has_systemd && facts.has_user_manager);
  EXPECT_FALSE(host.facts(1001).has_user_manager);
}

TEST(HostFacts, TellTheLeastQuotaOfAllGroupsAbove) {
  FakeHost host;
  host.systemd_user("cpu").write("sys/fs/cgroup/user.slice/cpu.max", "150000 100000\n");
  host.write("sys/fs/cgroup/user.slice/user-1000.slice/cpu.max", "max 100000\n");
  ASSERT_TRUE(host.facts().quota_cores);
  EXPECT_DOUBLE_EQ(*host.facts().quota_cores, 1.5);

  FakeHost old;
  old.mount("cgroup", "/sys/fs/cgroup/cpu", "rw,cpu,cpuacct")
      .write("proc/self/cgroup", "4:cpu,cpuacct:/job\n")
      .write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n")
      .write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n")
      .write("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "50000\n")
      .write("sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n");
  ASSERT_TRUE(old.facts().quota_cores);
  EXPECT_DOUBLE_EQ(*old.facts().quota_cores, 0.5);
}

TEST(HostFacts, TellWhatMakesTimesVary) {
  FakeHost host;
  host.write("sys/devices/system/cpu/smt/active", "1\n")
      .write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n")
      .write("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n")
      .write("proc/swaps", "Filename Type Size Used Priority\n/swap.img file 2097148 0 -2\n")
      .write("proc/loadavg", "3.25 1.00 0.50 2/345 6789\n")
      .write("proc/stat", "cpu  10 0 10 70 0 0 0 10 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n");
  const HostFacts facts = host.facts();
  EXPECT_TRUE(facts.has_hyperthreads && facts.has_turbo && facts.has_swap);
  EXPECT_EQ(facts.governor, "powersave");
  EXPECT_DOUBLE_EQ(facts.load, 3.25);
  EXPECT_DOUBLE_EQ(facts.stolen, 0.1);
  host.write("proc/swaps", "Filename Type Size Used Priority\n")
      .write("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
  EXPECT_FALSE(host.facts().has_swap || host.facts().has_turbo);
}

TEST(HostFacts, SurviveFilesThatMakeNoSense) {
  constexpr char k_nonsense[] = "\xff:::\0\n\n cgroup2 : - 99999999999999999999\n";
  FakeHost host;
  for (const char* path :
       {"proc/sys/kernel/osrelease", "proc/self/status", "proc/self/mounts", "proc/self/cgroup",
        "proc/cgroups", "proc/swaps", "proc/loadavg", "proc/stat", "proc/1/environ"}) {
    host.write(path, std::string(k_nonsense, sizeof k_nonsense - 1));
  }
  const HostFacts facts = host.facts();
  EXPECT_EQ(facts.kernel_major, 0);
  EXPECT_FALSE(facts.has_v2);
}

}  // namespace
}  // namespace arbiter::box
