#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <stop_token>
#include <thread>

#include "base/file.hpp"
#include "box/box_fixture.hpp"

namespace arbiter::box {
namespace {

using std::chrono::milliseconds;

/// Figures of several processes are exact, or marked. Where a group does not keep the peak of each
/// run it depends on the box's earlier runs.
void expect_marked(const Way& way, const Ran& ran) {
  if (!counts_all(way)) {
    EXPECT_TRUE(ran.report.approximate);
  } else if (keeps_peaks(way)) {
    EXPECT_FALSE(ran.report.approximate);
  }
}

TEST_P(BoxTest, ReportsOutputAndSuccess) {
  const Ran ran = run_alone(act({"hello"}));
  EXPECT_EQ(ran.output, "hello\n");
  EXPECT_EQ(ran.error, "");
  EXPECT_TRUE(ran.report.exited);
  EXPECT_EQ(ran.report.exit_status, 0);
  EXPECT_EQ(ran.report.stopped, Stopped::no);
  EXPECT_GT(ran.report.cpu.count(), 0);
  EXPECT_GE(ran.report.wall, Nanoseconds(1000));
  EXPECT_GT(ran.report.memory.count, 100000);
  EXPECT_LT(ran.report.memory, mib(8));
  EXPECT_FALSE(ran.report.out_of_memory);
}

TEST_P(BoxTest, PassesInputToTheProgram) {
  const std::string input(100000, 'y');
  EXPECT_EQ(run_alone(act({"copy"}), input).output, input);
}

TEST_P(BoxTest, ReportsTheExitStatus) {
  auto box = make_box();
  for (const int status : {1, 42, 43, 127, 255}) {
    const Ran ran = must_run(*box, act({"exit", std::to_string(status)}));
    EXPECT_TRUE(ran.report.exited);
    EXPECT_EQ(ran.report.exit_status, status);
  }
}

TEST_P(BoxTest, ReportsTheSignalThatEndedTheProgram) {
  auto box = make_box();
  for (const int number : {SIGSEGV, SIGABRT, SIGFPE, SIGTERM, SIGXCPU}) {
    const Ran ran = must_run(*box, act({"signal", std::to_string(number)}));
    EXPECT_FALSE(ran.report.exited);
    EXPECT_EQ(ran.report.signal, number);
    EXPECT_EQ(ran.report.stopped, Stopped::no);
  }
}

TEST_P(BoxTest, TellsSelfInflictedKillFromTheMemoryLimit) {
  const Ran ran = run_alone(act({"signal", "9"}));
  EXPECT_EQ(ran.report.signal, SIGKILL);
  EXPECT_EQ(ran.report.stopped, Stopped::no);
  EXPECT_FALSE(ran.report.out_of_memory);
}

TEST_P(BoxTest, StopsAtTheCpuLimit) {
  RunRequest request = act({"burn"});
  request.cpu_limit = milliseconds(200);
  const Ran ran = run_alone(request);
  EXPECT_EQ(ran.report.stopped, Stopped::cpu_limit);
  EXPECT_EQ(ran.report.signal, SIGKILL);
  EXPECT_GT(ran.report.cpu, request.cpu_limit);
}

TEST_P(BoxTest, StopsAtTheWallLimit) {
  auto box = make_box();
  for (const char* act_name : {"rest", "stop"}) {
    RunRequest request = act({act_name});
    request.wall_limit = milliseconds(150);
    const Ran ran = must_run(*box, request);
    EXPECT_EQ(ran.report.stopped, Stopped::wall_limit);
    EXPECT_GE(ran.report.wall, request.wall_limit);
    EXPECT_LT(ran.report.cpu, milliseconds(100));
  }
}

/// Keeps one core of this process busy, together with a box that is pinned to it.
class BusyCore {
 public:
  BusyCore() {
    const int core = ::sched_getcpu();
    core_ = std::max(core, 0);
    for (int i = 0; i < 2; ++i) {
      threads_.emplace_back([core = core_](const std::stop_token& stop) {
        cpu_set_t cores;
        CPU_ZERO(&cores);
        CPU_SET(core, &cores);
        ::sched_setaffinity(0, sizeof cores, &cores);
        while (!stop.stop_requested()) {
        }
      });
    }
  }
  [[nodiscard]] int core() const { return core_; }

 private:
  int core_ = 0;
  std::vector<std::jthread> threads_;
};

TEST_P(BoxTest, DoesNotCountTheTimeWithoutACoreTowardsTheWallLimit) {
  const BusyCore busy;
  BoxConfig config;
  config.core = busy.core();
  auto box = make_box(config);
  RunRequest request = act({"burn"});
  // With half of a core it takes longer than the wall limit, with a sixth not four times as long.
  request.cpu_limit = milliseconds(100);
  request.wall_limit = milliseconds(160);
  for (int attempt = 0; attempt < 8; ++attempt) {
    const Ran ran = must_run(*box, request);
    if (!ran.report.is_starved) {
      EXPECT_EQ(ran.report.stopped, Stopped::cpu_limit) << ran.report.wall.count();
      return;
    }
    // Other programs want this core, too, so the run had its longest time.
    EXPECT_GE(ran.report.wall, box_protocol::k_most_wall_limits * request.wall_limit);
  }
  GTEST_SKIP() << "other programs keep this core too busy";
}

TEST_P(BoxTest, StopsAtTheMemoryLimitOrReportsWhatWasUsed) {
  auto box = make_box();
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"heap", "300"}, {"static"}, {"deep", "300"}}) {
    const Ran ran = must_run(*box, act(words));
    EXPECT_TRUE(ran.report.stopped == Stopped::memory_limit || ran.report.memory > mib(64) ||
                ran.report.signal == SIGSEGV)
        << words[0];
    EXPECT_LT(ran.report.memory, mib(500)) << words[0];
  }
}

TEST_P(BoxTest, LetsAProgramUseNearlyAllOfItsMemory) {
  const Ran ran = run_alone(act({"heap", "62"}));
  EXPECT_EQ(ran.report.stopped, Stopped::no);
  EXPECT_TRUE(ran.report.exited);
  EXPECT_GT(ran.report.memory, mib(62));
  EXPECT_LE(ran.report.memory, mib(64));
}

TEST_P(BoxTest, GivesTheStackTheWholeMemoryLimit) {
  RunRequest request = act({"deep", "100"});
  request.memory_limit = mib(256);
  const Ran ran = run_alone(request);
  EXPECT_TRUE(ran.report.exited) << "signal " << ran.report.signal;
  EXPECT_GT(ran.report.memory, mib(90));
}

TEST_P(BoxTest, StopsFloodsAtTheOutputLimit) {
  auto box = make_box();
  for (const char* where : {"1", "2", "file"}) {
    const Ran ran = must_run(*box, act({"flood", where}));
    EXPECT_EQ(ran.report.stopped, Stopped::output_limit) << where;
    EXPECT_LE(ran.output.size() + ran.error.size(), std::size_t{1024 * 1024 + 1}) << where;
  }
}

TEST_P(BoxTest, AllowsOutputUpToTheLimit) {
  auto box = make_box();
  RunRequest request = act({"copy"});
  request.output_limit = Bytes{5000};
  EXPECT_EQ(must_run(*box, request, std::string(5000, 'x')).report.stopped, Stopped::no);
  EXPECT_EQ(must_run(*box, request, std::string(5001, 'x')).report.stopped, Stopped::output_limit);
}

TEST_P(IsolatedBoxTest, CountsTheTimeOfChildrenThatNobodyWaitsFor) {
  auto box = make_box();
  for (const auto& [each, times] : {std::pair{"100", "1"}, std::pair{"1", "100"}}) {
    const Ran ran = must_run(*box, act({"unseen_cpu", each, times}));
    EXPECT_EQ(ran.report.exit_status, 0);
    EXPECT_GT(ran.report.cpu, milliseconds(190));
    EXPECT_LE(ran.report.cpu, ran.report.wall * ::sysconf(_SC_NPROCESSORS_ONLN));
    expect_marked(GetParam(), ran);
  }
}

TEST_P(IsolatedBoxTest, StopsChildrenThatNobodyWaitsFor) {
  RunRequest request = act({"unseen_cpu", "1", "10000"});
  request.cpu_limit = milliseconds(200);
  EXPECT_EQ(run_alone(request).report.stopped, Stopped::cpu_limit);
}

TEST_P(BoxTest, LetsSubmissionsStartProcesses) {
  for (const Policy policy : {Policy::submission, Policy::package}) {
    auto box = make_box_for(policy);
    const Ran ran = must_run(*box, act({"child_says"}));
    EXPECT_EQ(ran.output, "from a child\n");
    EXPECT_EQ(ran.report.exit_status, 0);
  }
}

TEST_P(IsolatedBoxTest, KnowsThreadsFromProcesses) {
  // A process's own account has all of its threads.
  const Ran ran = run_alone(act({"threads", "3"}));
  EXPECT_FALSE(ran.report.approximate && keeps_peaks(GetParam()));
}

TEST_P(IsolatedBoxTest, LimitsTheNumberOfProcesses) {
  auto box = make_box();
  RunRequest request = act({"fork_bomb"});
  request.process_limit = 20;
  const Ran ran = must_run(*box, request);
  EXPECT_EQ(ran.output, "19\n");
  if (counts_all()) {
    EXPECT_EQ(ran.report.processes, 20);
  }
  request = act({"threads", "50"});
  request.process_limit = 20;
  EXPECT_EQ(must_run(*box, request).report.exit_status, 3);
}

TEST_P(BoxTest, HasRoomForTheStacksOfAllThreads) {
  RunRequest request = act({"threads", "60"});
  request.memory_limit = mib(1024);
  EXPECT_EQ(run_alone(request).report.exit_status, 0);
}

TEST_P(IsolatedBoxTest, CountsProcessesAndThreads) {
  auto box = make_box();
  EXPECT_EQ(must_run(*box, act({"hello"})).report.processes, 1);
  EXPECT_EQ(must_run(*box, act({"threads", "1"})).report.processes, 2);
  const std::int64_t many = must_run(*box, act({"threads", "10"})).report.processes;
  EXPECT_LE(many, 11);
  // Without control groups, and where their peak was higher before, what is not there for
  // milliseconds is not seen.
  EXPECT_GE(many, counts_all() ? 11 : 2);
  EXPECT_GE(must_run(*box, act({"threads", "5"})).report.processes, 2);
}

TEST_P(IsolatedBoxTest, CountsFilesAsMemoryAndOutlivesThem) {
  auto box = make_box();
  for (int i = 0; i < 3; ++i) {
    const Ran ran = must_run(*box, act({"fill"}));
    EXPECT_TRUE(ran.report.stopped == Stopped::memory_limit || ran.report.memory > mib(64));
  }
  EXPECT_EQ(must_run(*box, act({"hello"})).output, "hello\n");
}

TEST_P(IsolatedBoxTest, CountsMemoryThatNoProcessMaps) {
  auto box = make_box();
  RunRequest request = act({"hide", "40"});
  request.output_limit = mib(64);
  const Ran ran = must_run(*box, request);
  EXPECT_EQ(ran.report.exit_status, 0);
  EXPECT_GE(ran.report.memory, mib(40));
  EXPECT_LT(ran.report.memory, mib(44));
  EXPECT_LT(must_run(*box, act({"hello"})).report.memory, mib(8));
}

TEST_P(IsolatedBoxTest, CountsMappedFilesInMemoryOnce) {
  RunRequest request = act({"map_file", "40"});
  request.output_limit = mib(64);
  const Ran ran = run_alone(request);
  EXPECT_EQ(ran.report.exit_status, 0);
  EXPECT_EQ(ran.report.stopped, Stopped::no);
  EXPECT_GT(ran.report.memory, mib(40));
  EXPECT_LT(ran.report.memory, mib(48));
}

TEST_P(IsolatedBoxTest, GivesNobodyMemoryThatNobodyCounts) {
  for (const Policy policy : {Policy::submission, Policy::package, Policy::toolchain}) {
    auto box = make_box_for(policy);
    EXPECT_EQ(must_run(*box, act({"uncounted"})).output,
              counts_all() ? "memfd_create\nshared mapping\nshared zeros\n" : "");
  }
}

TEST_P(BoxTest, ReportsTheSameMemoryForTheSameRun) {
  auto box = make_box();
  const Bytes once = must_run(*box, act({"heap", "20"})).report.memory;
  // Newer kernels count resident pages for each core, and add them up in lots of 128 KiB.
  constexpr double k_lot = 128 * 1024;
  for (int i = 0; i < 10; ++i) {
    EXPECT_NEAR(static_cast<double>(must_run(*box, act({"heap", "20"})).report.memory.count),
                static_cast<double>(once.count), 2 * k_lot);
  }
}

TEST_P(BoxTest, CountsSharedMemoryOnce) {
  const Ran ran = run_alone(act({"share", "20"}));
  EXPECT_EQ(ran.report.stopped, Stopped::no);
  EXPECT_TRUE(ran.report.exited);
  EXPECT_GT(ran.report.memory, mib(20));
  EXPECT_LT(ran.report.memory, mib(64));
}

TEST_P(BoxTest, SaysWhenAccountingIsApproximate) {
  auto box = make_box();
  expect_marked(GetParam(), must_run(*box, act({"survive"})));
}

}  // namespace
}  // namespace arbiter::box
