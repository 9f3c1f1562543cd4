#include "arbiter_box/groups/accountant.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "arbiter_box/groups/cgroup_tree.hpp"
#include "arbiter_box/groups/kernel_files.hpp"
#include "base/test_folder.hpp"

namespace arbiter::arbiter_box {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr GroupLimits k_run_limits{64 << 20, 1 << 20, 10};

// A tree of plain files that look like the kernel's.
class FakeTree : public testing::Test {
 protected:
  void put(const std::string& path, const std::string& text) const { folder_.write(path, text); }
  [[nodiscard]] std::string get(const std::string& path) const { return read_all(folder_ / path); }
  void make_v1() const {
    for (const char* controller : {"memory", "cpuacct", "pids"}) {
      put(std::string(controller) + "/box/tasks", "");
    }
    put("memory/box/memory.limit_in_bytes", "9223372036854771712\n");
    put("memory/box/memory.usage_in_bytes", "500000\n");
    put("memory/box/memory.max_usage_in_bytes", "0\n");
    put("memory/box/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");
    put("cpuacct/box/cpuacct.usage", "1000\n");
    put("pids/box/pids.max", "max\n");
    put("pids/box/pids.peak", "2\n");
  }
  void make_v2() const {
    put("box/memory.max", "max\n");
    put("box/memory.swap.max", "max\n");
    put("box/memory.current", "500000\n");
    put("box/memory.events", "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\noom_group_kill 0\n");
    put("box/cpu.stat", "usage_usec 7\nuser_usec 5\nsystem_usec 2\n");
    put("box/pids.max", "max\n");
  }
  [[nodiscard]] V1Parents parents() const {
    return {root_ + "/memory", root_ + "/cpuacct", root_ + "/pids"};
  }

  /// A group whose first run has begun.
  static std::unique_ptr<Accountant> begun(Result<std::unique_ptr<Accountant>> made) {
    EXPECT_TRUE(made) << made.error().text();
    EXPECT_TRUE((*made)->begin(k_run_limits));
    return std::move(made).value();
  }
  [[nodiscard]] std::unique_ptr<Accountant> begun_v1() const {
    return begun(open_v1_accountant(parents(), "box"));
  }
  [[nodiscard]] std::unique_ptr<Accountant> begun_v2() const {
    return begun(open_v2_accountant(root_, "box"));
  }

  TestFolder folder_;
  std::string root_ = folder_.path().string();
};

TEST_F(FakeTree, Version1CountsFromTheBeginningOfTheRun) {
  make_v1();
  auto made = open_v1_accountant(parents(), "box");
  ASSERT_TRUE(made) << made.error().text();
  Accountant& group = **made;
  EXPECT_TRUE(group.counts_all());
  EXPECT_EQ(group.clone_into(), -1);
  ASSERT_TRUE(group.join());
  EXPECT_EQ(get("memory/box/tasks"), "0");
  ASSERT_TRUE(group.begin(k_run_limits));
  // The empty box, rounded up, may stay; init counts as a process.
  EXPECT_EQ(get("memory/box/memory.limit_in_bytes").substr(0, 8),
            std::to_string((1 << 20) + k_run_limits.memory + k_run_limits.headroom));
  EXPECT_EQ(get("pids/box/pids.max").substr(0, 2), "11");
  EXPECT_EQ(get("memory/box/memory.max_usage_in_bytes").substr(0, 1), "0");
  put("cpuacct/box/cpuacct.usage", "251000\n");
  put("pids/box/pids.peak", "5\n");
  put("memory/box/memory.max_usage_in_bytes", "2500000\n");
  EXPECT_EQ(group.cpu_ns(), 250000);
  const GroupUsage usage = group.end();
  EXPECT_EQ(usage.cpu_ns, 250000);
  EXPECT_EQ(usage.memory_peak, 2000000);
  EXPECT_FALSE(usage.out_of_memory);
  EXPECT_FALSE(usage.sampled);
  EXPECT_EQ(usage.processes, 4);
  ASSERT_TRUE(group.begin(k_run_limits));
  EXPECT_EQ(group.end().processes, -1);
}

TEST_F(FakeTree, Version1SeesTheOomKillerOnlyInItsOwnRun) {
  make_v1();
  const auto made = begun_v1();
  put("memory/box/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 4\n");
  EXPECT_TRUE(made->end().out_of_memory);
  ASSERT_TRUE(made->begin(k_run_limits));
  EXPECT_FALSE(made->end().out_of_memory);
}

TEST_F(FakeTree, Version1WorksWithMemoryAlone) {
  make_v1();
  const auto made = begun(open_v1_accountant({root_ + "/memory", "", ""}, "box"));
  EXPECT_EQ(made->cpu_ns(), -1);
  EXPECT_EQ(made->end().processes, -1);
}

TEST_F(FakeTree, Version1NeedsTheMemoryHierarchy) {
  EXPECT_FALSE(make_v1_accountant({}, "box"));
  EXPECT_FALSE(make_v1_accountant({root_ + "/none", "", ""}, "box"));
}

TEST_F(FakeTree, TakesNoGroupThatIsInUse) {
  make_v1();
  make_v2();
  const auto has = [](const auto& made, const char* text) {
    return !made && made.error().text().find(text) != std::string::npos;
  };
  EXPECT_TRUE(has(make_v1_accountant(parents(), "box"), "cannot make the control group"));
  EXPECT_TRUE(has(make_v2_accountant(root_, "box"), "cannot make the control group"));
  EXPECT_EQ(get("box/memory.max"), "max\n");
  // The first can be made, and goes when the second cannot.
  fs::remove_all(root_ + "/memory/box");
  EXPECT_TRUE(has(make_v1_accountant(parents(), "box"), "cpuacct/box"));
  EXPECT_FALSE(fs::exists(root_ + "/memory/box"));
}

// A folder of files in which nothing is counted: the kernel's files never appear.
TEST_F(FakeTree, MakesAnEmptyGroupAnew) {
  fs::create_directories(root_ + "/box");
  struct stat before {};
  struct stat after {};
  const UniqueFd old(::open((root_ + "/box").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  ASSERT_EQ(::fstat(old.get(), &before), 0);
  EXPECT_FALSE(make_v2_accountant(root_, "box"));
  ASSERT_EQ(::fstat(old.get(), &after), 0);
  EXPECT_EQ(before.st_nlink, 2U);
  EXPECT_EQ(after.st_nlink, 0U);
}

TEST_F(FakeTree, Version2SamplesThePeakWhereItCannotBeReset) {
  make_v2();
  auto made = open_v2_accountant(root_, "box");
  ASSERT_TRUE(made) << made.error().text();
  Accountant& group = **made;
  EXPECT_GE(group.clone_into(), 0);
  ASSERT_TRUE(group.begin(k_run_limits));
  EXPECT_TRUE(group.wants_samples());
  EXPECT_EQ(get("box/memory.swap.max").substr(0, 1), "0");
  put("box/memory.current", "3500000\n");
  group.sample();
  put("box/memory.current", "600000\n");
  put("box/cpu.stat", "usage_usec 1007\nuser_usec 5\nsystem_usec 2\n");
  put("box/memory.events", "low 0\nhigh 0\nmax 0\noom 1\noom_kill 1\noom_group_kill 0\n");
  const GroupUsage usage = group.end();
  EXPECT_TRUE(usage.sampled);
  EXPECT_EQ(usage.memory_peak, 3000000);
  EXPECT_EQ(usage.cpu_ns, 1000000);
  EXPECT_TRUE(usage.out_of_memory);
}

TEST_F(FakeTree, Version2KeepsThePeakWhereItCanBeReset) {
  make_v2();
  put("box/memory.peak", "0\n");
  put("box/pids.peak", "2\n");
  auto made = open_v2_accountant(root_, "box");
  ASSERT_TRUE(made);
  EXPECT_EQ((*made)->held(), 0);
  ASSERT_TRUE((*made)->begin(k_run_limits));
  EXPECT_EQ((*made)->held(), 500000);
  EXPECT_FALSE((*made)->wants_samples());
  put("box/memory.peak", "1500000\n");
  const GroupUsage usage = (*made)->end();
  EXPECT_FALSE(usage.sampled);
  EXPECT_EQ(usage.memory_peak, 1000000);
}

// As before Linux 6.12, where the file can only be read.
TEST_F(FakeTree, Version2KnowsThePeakOfTheRunThatRaisedIt) {
  make_v2();
  const UniqueFd peak(::memfd_create("peak", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(::ftruncate(peak.get(), 16), 0);
  void* const shared = ::mmap(nullptr, 16, PROT_READ | PROT_WRITE, MAP_SHARED, peak.get(), 0);
  ASSERT_NE(shared, MAP_FAILED);
  ASSERT_EQ(::fcntl(peak.get(), F_ADD_SEALS, F_SEAL_FUTURE_WRITE), 0);
  fs::create_symlink("/proc/self/fd/" + std::to_string(peak.get()), root_ + "/box/memory.peak");
  std::strcpy(static_cast<char*>(shared), "900000\n");
  const auto made = begun_v2();
  std::strcpy(static_cast<char*>(shared), "2500000\n");
  GroupUsage usage = made->end();
  EXPECT_FALSE(usage.sampled);
  EXPECT_EQ(usage.memory_peak, 2000000);
  ASSERT_TRUE(made->begin(k_run_limits));
  usage = made->end();
  EXPECT_TRUE(usage.sampled);
  EXPECT_EQ(usage.memory_peak, 0);
  ::munmap(shared, 16);
}

// That peak cannot be reset, so after a run of many processes the next has to be watched.
TEST_F(FakeTree, SamplesProcessesWhenThePeakIsOfAnEarlierRun) {
  make_v1();
  put("pids/box/pids.current", "1\n");
  const auto made = begun_v1();
  EXPECT_FALSE(made->wants_samples());
  put("pids/box/pids.peak", "9\n");
  EXPECT_EQ(made->end().processes, 8);
  ASSERT_TRUE(made->begin(k_run_limits));
  EXPECT_TRUE(made->wants_samples());
  put("pids/box/pids.current", "4\n");
  made->sample();
  put("pids/box/pids.current", "1\n");
  EXPECT_EQ(made->end().processes, 3);
}

std::string problem_of(const Result<std::string>& done) {
  return done ? "" : done.error().text();
}

TEST_F(FakeTree, Version2ParentIsTheOwnGroupWhereItCanBe) {
  put("own/cgroup.subtree_control", "cpu memory pids\n");
  EXPECT_EQ(*prepare_v2_parent(root_, root_ + "/own"), root_ + "/own");
  put("poor/cgroup.controllers", "cpu\n");
  EXPECT_THAT(problem_of(prepare_v2_parent(root_, root_ + "/poor")),
              HasSubstr("poor has no memory or pids"));
}

TEST_F(FakeTree, Version2ParentOfRootIsTheRootUnlessItIsSystemds) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root makes groups there";
  put("cgroup.subtree_control", "memory pids\n");
  put("own/cgroup.subtree_control", "memory pids\n");
  EXPECT_EQ(*prepare_v2_parent(root_, root_ + "/own"), root_);
  fs::create_directory(root_ + "/init.scope");
  EXPECT_THAT(problem_of(prepare_v2_parent(root_, root_ + "/own")), HasSubstr("systemd's"));
}

// What the kernel would do with these files is tried in a virtual machine.
TEST_F(FakeTree, MovesNobodyButTheNurseryAndItsRunner) {
  const std::string self = std::to_string(::getpid()) + "\n";
  const std::string runner = std::to_string(::getppid()) + "\n";
  put("own/cgroup.controllers", "memory pids\n");
  put("own/cgroup.subtree_control", "\n");
  put("own/arbiter-runner/cgroup.procs", "");
  put("own/cgroup.procs", self + runner + "1\n");
  EXPECT_THAT(problem_of(prepare_v2_parent(root_, root_ + "/own")), HasSubstr("other processes"));
  put("own/cgroup.procs", self + "0\n");
  EXPECT_THAT(problem_of(prepare_v2_parent(root_, root_ + "/own")), HasSubstr("other processes"));
  EXPECT_EQ(get("own/arbiter-runner/cgroup.procs"), "");
  put("own/cgroup.procs", self + runner);
  EXPECT_THAT(problem_of(prepare_v2_parent(root_, root_ + "/own")), HasSubstr("cannot enable"));
  EXPECT_NE(get("own/arbiter-runner/cgroup.procs"), "");
}

TEST_F(FakeTree, ANurseryStaysInTheScopeThatItWasGiven) {
  const std::string scope = "slice/arbiter-box-" + std::to_string(::getpid()) + ".scope";
  const std::string self = std::to_string(::getpid()) + "\n";
  fs::create_directory(root_ + "/init.scope");
  put(scope + "/cgroup.procs", self);
  put(scope + "/cgroup.subtree_control", "memory pids\n");
  put(scope + "/nursery/cgroup.procs", "");
  EXPECT_EQ(*prepare_v2_parent(root_, root_ + "/" + scope), root_ + "/" + scope);
  EXPECT_EQ(get(scope + "/nursery/cgroup.procs") + "\n", self);
}

TEST_F(FakeTree, SweepsGroupsOfDeadNurseriesOnly) {
  const std::string mine = group_name(::getpid(), 3);
  fs::create_directory(root_ + "/" + mine);
  // Greater than any process id that the kernel gives.
  fs::create_directory(root_ + "/arbiter-box.4194999.1");
  fs::create_directory(root_ + "/other.4194999");
  sweep(root_);
  EXPECT_TRUE(fs::exists(root_ + "/" + mine));
  EXPECT_FALSE(fs::exists(root_ + "/arbiter-box.4194999.1"));
  EXPECT_TRUE(fs::exists(root_ + "/other.4194999"));
}

TEST_F(FakeTree, SweepsGroupsOfNurseriesThatNobodyHasReaped) {
  const pid_t nursery = ::fork();
  ASSERT_GE(nursery, 0);
  if (nursery == 0) ::_exit(0);
  const std::string group = root_ + "/" + group_name(nursery, 1);
  fs::create_directory(group);
  siginfo_t info{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(nursery), &info, WEXITED | WNOWAIT), 0);
  sweep(root_);
  EXPECT_FALSE(fs::exists(group));
  EXPECT_EQ(::waitpid(nursery, nullptr, 0), nursery);
}

TEST_F(FakeTree, FindsTheHierarchies) {
  fs::create_directories(root_ + "/m/jobs/1");
  fs::create_directories(root_ + "/p");
  const std::string mounts = "cgroup " + root_ + "/m cgroup rw,relatime,memory 0 0\n" + "cgroup " +
                             root_ + "/p cgroup rw,pids 0 0\n" + "cgroup2 " + root_ +
                             " cgroup2 rw 0 0\n";
  const std::string own = "4:memory:/jobs/1\n3:pids:/not/visible/here\n0::/jobs\n";
  const V1Parents found = v1_parents(mounts, own);
  EXPECT_EQ(found.memory, root_ + "/m/jobs/1");
  EXPECT_EQ(found.pids, root_ + "/p");
  EXPECT_EQ(found.cpuacct, "");
  EXPECT_EQ(v2_mount(mounts), root_);
  EXPECT_EQ(v2_own_group(root_, own), root_);
  fs::create_directories(root_ + "/jobs/arbiter-runner");
  EXPECT_EQ(v2_own_group(root_, own), root_ + "/jobs");
  EXPECT_EQ(v2_own_group(root_, "0::/jobs/arbiter-runner\n"), root_ + "/jobs");
}

TEST_F(FakeTree, CounterFilesAreHarmlessWhenAbsent) {
  const CounterFile none(root_ + "/none", O_RDONLY);
  EXPECT_EQ(none.read(), -1);
  EXPECT_EQ(none.read_after("oom_kill"), -1);
  EXPECT_FALSE(none.write(1));
  put("max", "max\n");
  EXPECT_EQ(CounterFile(root_ + "/max", O_RDONLY).read(), INT64_MAX);
  put("odd", "oom_kill_disable 7\noom_kill\n");
  EXPECT_EQ(CounterFile(root_ + "/odd", O_RDONLY).read_after("oom_kill"), -1);
}

TEST(Accountant, KnowsNothingByItself) {
  Accountant none;
  EXPECT_FALSE(none.counts_all());
  ASSERT_TRUE(none.begin({}));
  EXPECT_EQ(none.cpu_ns(), -1);
  EXPECT_EQ(none.end().memory_peak, -1);
}

}  // namespace
}  // namespace arbiter::arbiter_box
