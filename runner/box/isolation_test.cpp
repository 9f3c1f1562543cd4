#include <fcntl.h>
#include <gmock/gmock.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "base/text.hpp"
#include "box/box_fixture.hpp"
#include "box/planned_fault.hpp"

namespace arbiter::box {
namespace {

using testing::_;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST_P(IsolatedBoxTest, GivesExactlyThePromisedEnvironment) {
  auto box = make_box();
  RunRequest request = act({"environment"});
  EXPECT_EQ(must_run(*box, request).output,
            "PATH=/usr/bin:/bin\nHOME=/work\nTMPDIR=/work\nLC_ALL=C.UTF-8\n");
  request.environment = {"EXTRA=1", "HOME=/tmp"};
  EXPECT_EQ(must_run(*box, request).output,
            "PATH=/usr/bin:/bin\nTMPDIR=/work\nLC_ALL=C.UTF-8\nEXTRA=1\nHOME=/tmp\n");
}

TEST_P(BoxTest, PassesNoDescriptorButThree) {
  EXPECT_EQ(run_alone(act({"descriptors"})).output, "3\n");
}

TEST_P(IsolatedBoxTest, GivesFewDescriptors) {
  EXPECT_EQ(must_run(*make_box(), act({"open_many"})).output, "256\n");
  EXPECT_EQ(must_run(*make_box_for(Policy::toolchain), act({"open_many"})).output, "1024\n");
}

TEST_P(IsolatedBoxTest, HidesTheHost) {
  auto box = make_box();
  for (const std::string path :
       {"/etc/shadow", "/root", "/home", "/var", "/sys", "/.tools", "/proc/1/maps", "/run",
        "/proc/cmdline", "/proc/config.gz", "/proc/cpuinfo", "/proc/interrupts", "/proc/loadavg",
        "/proc/stat", "/proc/sys", "/proc/uptime", "/proc/version"}) {
    EXPECT_EQ(must_run(*box, act({"print", path})).report.exit_status, ENOENT) << path;
  }
}

TEST_P(IsolatedBoxTest, TellsNoPlaceOfTheHost) {
  const auto box = make_box();
  EXPECT_THAT(run_alone(act({"print", "/proc/self/mountinfo"})).output, HasSubstr(" /work "));
  BoxConfig config;
  config.binds.push_back({folder_->path().string(), "/elsewhere", false});
  const auto with_bind = make_box(config);
  for (const std::string path : {"/proc/self/mountinfo", "/proc/self/mounts", "/proc/1/mounts"}) {
    EXPECT_EQ(must_run(*with_bind, act({"print", path})).report.exit_status, ENOENT) << path;
  }
}

TEST_P(IsolatedBoxTest, HasNoNetwork) {
  auto box = make_box();
  const Ran devices = must_run(*box, act({"print", "/proc/self/net/dev"}));
  // Two lines of headings, then one for each device: the loopback device, which is down.
  EXPECT_THAT(split_lines(devices.output), ElementsAre(_, _, ContainsRegex("^ *lo: *0 ")));
  EXPECT_THAT(must_run(*box, act({"print", "/proc/self/net/unix"})).output, Not(HasSubstr("/")));
}

TEST_P(IsolatedBoxTest, SharesItsNetworkWithNoLivingBox) {
  const std::string own = "/proc/self/ns/net";
  std::set<std::string> seen{std::filesystem::read_symlink(own).string()};
  std::vector<std::unique_ptr<Box>> living;
  for (int i = 0; i < 3; ++i) {
    living.push_back(make_box());
    seen.insert(must_run(*living.back(), act({"target", own})).output);
  }
  EXPECT_EQ(seen.size(), 4U) << "three boxes and the host";
  const std::string kept = must_run(*living.back(), act({"target", own})).output;
  living.erase(living.begin(), living.begin() + 2);
  for (int i = 0; i < 3; ++i) {
    auto next = make_box();
    EXPECT_NE(must_run(*next, act({"target", own})).output, kept);
  }
}

char state_of(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::size_t end = text.rfind(") ");
  return end == std::string::npos ? 'X' : text[end + 2];
}

// Whether many looks in a row see the process asleep. What turns in a loop never does; what waits
// for a busy core is ready for a while only, so it gets many looks.
bool comes_to_rest(int pid) {
  constexpr int k_in_a_row = 200;
  constexpr int k_looks = 1'000'000;
  int asleep = 0;
  for (int i = 0; i < k_looks && asleep < k_in_a_row; ++i) {
    asleep = state_of(pid) == 'R' ? 0 : asleep + 1;
    if (asleep == 0) ::sched_yield();
  }
  return asleep == k_in_a_row;
}

TEST_P(BoxTest, TakesNoTimeWhenNothingRuns) {
  run_alone(act({"hello"}));
  const std::vector<int> all = processes_below(::getpid());
  ASSERT_FALSE(all.empty());
  for (const int pid : all) {
    EXPECT_TRUE(comes_to_rest(pid)) << pid;
  }
}

TEST_P(IsolatedBoxTest, HoldsNoDescriptorOfOtherBoxes) {
  if (::geteuid() != 0) GTEST_SKIP() << "the descriptors of init are seen by root alone";
  std::vector<std::unique_ptr<Box>> living;
  std::vector<std::ptrdiff_t> held;
  for (int i = 0; i < 4; ++i) {
    const std::vector<int> before = processes_below(::getpid());
    living.push_back(make_box());
    held.push_back(0);
    for (const int pid : processes_below(::getpid())) {
      if (std::ranges::find(before, pid) != before.end()) continue;
      const std::filesystem::directory_iterator all("/proc/" + std::to_string(pid) + "/fd");
      held.back() += std::distance(begin(all), end(all));
    }
  }
  EXPECT_GT(held.back(), 0);
  // One more may be open for a moment; two more of every box's would be eight.
  EXPECT_LE(held.back(), held[1] + 2) << "more when more boxes live";
}

TEST_P(IsolatedBoxTest, HidesItsControlGroup) {
  const Ran ran = run_alone(act({"print", "/proc/self/cgroup"}));
  EXPECT_EQ(ran.output.find("arbiter"), std::string::npos) << ran.output;
}

TEST_P(IsolatedBoxTest, RefusesWhatIsForbidden) {
  for (const Policy policy : {Policy::submission, Policy::package, Policy::toolchain}) {
    auto box = make_box_for(policy);
    EXPECT_EQ(must_run(*box, act({"forbidden"})).output, "");
  }
}

TEST_P(IsolatedBoxTest, KeepsTheInputFromBeingRewritten) {
  TempDir folder = TempDir::make("input").value();
  const auto path = folder.path() / "1.in";
  ASSERT_TRUE(write_file(path, "as it was"));
  ASSERT_EQ(::chmod(path.c_str(), 0666), 0);
  auto box = make_box();
  const UniqueFd input(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  auto output = memory_file("output");
  ASSERT_TRUE(output);
  auto report = box->run(act({"rewrite"}), {input.get(), output->get(), output->get()});
  ASSERT_TRUE(report) << report.error().text();
  EXPECT_EQ(report->exit_status, 0);
  EXPECT_EQ(*read_file(path), "as it was");
  // The copy begins where the file does, wherever the original stood.
  ASSERT_EQ(::lseek(input.get(), 3, SEEK_SET), 3);
  ASSERT_TRUE(box->run(act({"copy"}), {input.get(), output->get(), output->get()}));
  EXPECT_EQ(MappedFile::of_descriptor(output->get())->bytes(), "as it was");
}

TEST_P(IsolatedBoxTest, KillsProgramsThatUseTheOldInterface) {
#if !defined(__x86_64__)
  GTEST_SKIP() << "only on x86-64";
#endif
  EXPECT_EQ(run_alone(act({"old_interface"})).report.signal, SIGSYS);
}

TEST_P(IsolatedBoxTest, IsNotMovedByAttacksOnInit) {
  auto box = make_box();
  EXPECT_EQ(must_run(*box, act({"attack"})).report.exit_status, 0);
  EXPECT_EQ(must_run(*box, act({"hello"})).output, "hello\n");
}

TEST_P(BoxTest, KillsWhateverOutlivesTheFirstProcess) {
  auto box = make_box();
  const Ran ran = must_run(*box, act({"survive"}));
  EXPECT_TRUE(ran.report.exited);
  EXPECT_EQ(ran.report.exit_status, 0);
  if (!is_isolated()) return;
  // All of the limit is free again.
  RunRequest request = act({"fork_bomb"});
  request.process_limit = 10;
  EXPECT_EQ(must_run(*box, request).output, "9\n");
}

TEST_P(IsolatedBoxTest, LetsToolchainsStartProcesses) {
  auto box = make_box_for(Policy::toolchain);
  RunRequest request = act({});
  request.argv = {"/bin/sh", "-c", "echo $(echo one) | cat"};
  EXPECT_EQ(must_run(*box, request).output, "one\n");
}

// A program learns nothing of the runs before it in the same box.
TEST_P(IsolatedBoxTest, CannotBeToldFromAFreshOne) {
  const std::string fresh = must_run(*make_box(), act({"see_traces"})).output;
  ASSERT_FALSE(fresh.empty());
  auto box = make_box();
  for (const std::string how : {"times", "files", "hidden", "processes", "nothing"}) {
    // Twice: what was done to a world that is new itself must be seen too.
    for (int i = 0; i < 2; ++i) {
      const Ran ran = must_run(*box, act({"leave_traces", how}));
      ASSERT_EQ(ran.report.exit_status, 0);
      EXPECT_FALSE(ran.report.is_worn) << how;
    }
    EXPECT_EQ(must_run(*box, act({"see_traces"})).output, fresh) << how;
  }
}

// As where the kernel lets nobody set them back.
TEST_P(IsolatedBoxTest, IsWornWhenIdsOfProcessesTellOfEarlierRuns) {
  take_boxes_with_faults();
  BoxConfig config;
  config.binds = {planned_fault(FaultPoint::numbers_on, 0),
                  planned_fault(FaultPoint::numbers_on, 1)};
  auto box = make_box(config);
  EXPECT_FALSE(must_run(*box, act({"hello"})).report.is_worn);
  EXPECT_TRUE(must_run(*box, act({"leave_traces", "processes"})).report.is_worn);
}

// Sockets that are on their way to each other live until the kernel collects them.
TEST_P(IsolatedBoxTest, ShowsNoSocketsOfAnEarlierRunOrBox) {
  const RunRequest look = act({"print", "/proc/self/net/unix"});
  auto box = make_box();
  const std::string fresh = must_run(*box, look).output;
  EXPECT_EQ(split_lines(fresh).size(), 1U) << fresh;
  for (int i = 0; i < 20; ++i) {
    const Ran ran = must_run(*box, act({"forget_sockets"}));
    ASSERT_EQ(ran.report.exit_status, 0);
    if (ran.report.is_worn) box = make_box();
    ASSERT_EQ(must_run(*box, look).output, fresh);
  }
}

TEST_P(IsolatedBoxTest, LetsNobodyMarkTheDevicesOfTheHost) {
  const Ran ran = must_run(*make_box(), act({"touch_devices"}));
  EXPECT_EQ(ran.output, "");
  EXPECT_EQ(ran.report.exit_status, 0);
}

}  // namespace
}  // namespace arbiter::box
