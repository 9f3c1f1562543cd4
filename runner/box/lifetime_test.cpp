#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "box/box_fixture.hpp"

namespace arbiter::box {
namespace {

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

/// Without pages of files, which come and go with the code that happens to run.
std::size_t own_pages(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  std::size_t total = 0;
  std::size_t pages = 0;
  std::size_t shared = 0;
  file >> total >> pages >> shared;
  return pages - shared;
}

TEST_P(BoxTest, SaysThatAProgramCannotBeExecuted) {
  for (const std::string path : {"/no/such/program", "/usr", "/work"}) {
    auto box = make_box();
    RunRequest request = act({});
    request.argv = {path};
    const auto ran = run(*box, request);
    ASSERT_FALSE(ran);
    EXPECT_EQ(ran.error().kind, ErrorKind::not_executable) << ran.error().text();
  }
}

TEST_P(BoxTest, RefusesARunWithoutLimits) {
  auto box = make_box();
  RunRequest request = act({"hello"});
  request.cpu_limit = {};
  EXPECT_FALSE(run(*box, request));
}

TEST_P(BoxTest, ServesAThousandRunsWithoutGrowing) {
  auto box = make_box();
  const auto run_often = [&](int times) {
    for (int i = 0; i < times; ++i) {
      ASSERT_EQ(must_run(*box, act({"hello"})).output, "hello\n");
    }
  };
  // The heap finds its size in the first runs.
  run_often(300);
  const std::size_t descriptors = open_descriptors();
  const int init = processes_below(::getpid()).back();
  const std::size_t pages = own_pages(init);
  run_often(700);
  EXPECT_EQ(open_descriptors(), descriptors);
  EXPECT_LE(own_pages(init), pages + 8);
}

TEST_P(BoxTest, IsAnErrorWhenTheBoxIsKilledInARun) {
  auto box = make_box();
  const auto processes = processes_below(::getpid());
  ASSERT_GE(processes.size(), 3U);
  std::filesystem::path world;
  if (!is_isolated()) {
    world = std::filesystem::read_symlink("/proc/" + std::to_string(processes.back()) + "/cwd");
    ASSERT_TRUE(std::filesystem::exists(world));
  }
  std::vector<int> with_program;
  std::jthread killer([&] {
    // The program is there once the box has a process more.
    while (with_program.size() <= processes.size()) {
      with_program = processes_below(::getpid());
    }
    // The first is the nursery, the next its only keeper.
    ::kill(processes[1], SIGKILL);
  });
  const auto ran = run(*box, act({"rest"}));
  killer.join();
  ASSERT_FALSE(ran);
  // The program ends too, to whomever it has fallen, and its files go.
  const int program = with_program.back();
  while (::kill(program, 0) == 0 || (!world.empty() && std::filesystem::exists(world))) {
    std::this_thread::yield();
  }
  EXPECT_NE(ran.error().message.find("ended unexpectedly"), std::string::npos);
  EXPECT_FALSE(run(*box, act({"hello"})));
}

TEST_P(BoxTest, MakesBoxesAgainWhenTheirNurseryWasKilled) {
  auto before = make_box();
  const int nursery = processes_below(::getpid()).front();
  ASSERT_EQ(::kill(nursery, SIGKILL), 0);
  // Whoever has not been waited for can still be sent something.
  while (!processes_below(nursery).empty()) {
    std::this_thread::yield();
  }
  EXPECT_EQ(must_run(*make_box(), act({"hello"})).output, "hello\n");
  EXPECT_EQ(must_run(*before, act({"hello"})).output, "hello\n");
}

TEST_P(BoxTest, EndsWithEverythingInIt) {
  auto box = make_box();
  ASSERT_EQ(must_run(*box, act({"hello"})).output, "hello\n");
  ASSERT_FALSE(processes_below(::getpid()).empty());
  box.reset();
  factory_.reset();
  EXPECT_EQ(processes_below(::getpid()), std::vector<int>{});
}

// The keeper binds whatever of the host it is asked to, so only a box that is being built may ask.
TEST_P(BoxTest, HasNoWayToItsKeeperOnceItIsBuilt) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may look at the descriptors of init";
  auto box = make_box();
  ASSERT_EQ(must_run(*box, act({"hello"})).output, "hello\n");
  int sockets = 0;
  const std::string init = "/proc/" + std::to_string(processes_below(::getpid()).back()) + "/fd";
  for (const auto& entry : std::filesystem::directory_iterator(init)) {
    // Init may close what its last run needed.
    std::error_code closed;
    const auto target = std::filesystem::read_symlink(entry, closed);
    sockets += target.string().starts_with("socket:") ? 1 : 0;
  }
  EXPECT_EQ(sockets, 1) << "that to the runner";
}

TEST_P(BoxTest, LeavesNoControlGroup) {
  if (!counts_all()) GTEST_SKIP() << "only with control groups";
  auto box = make_box();
  const std::string name = "arbiter-box." + std::to_string(processes_below(::getpid()).at(0)) + ".";
  const auto groups = [&] {
    std::error_code failed;
    int count = 0;
    do {
      failed.clear();
      count = 0;
      std::filesystem::recursive_directory_iterator it("/sys/fs/cgroup", failed);
      for (; !failed && it != end(it); it.increment(failed)) {
        if (it->path().filename().string().starts_with(name)) ++count;
      }
      // Groups of other programs come and go.
    } while (failed);
    return count;
  };
  EXPECT_GT(groups(), 0);
  box.reset();
  factory_.reset();
  EXPECT_EQ(groups(), 0);
}

TEST_P(IsolatedBoxTest, KeepsBoxesInStore) {
  auto pool = make_factory(GetParam().mode, program_, 3);
  ASSERT_TRUE(pool);
  std::vector<std::unique_ptr<Box>> boxes;
  for (int i = 0; i < 8; ++i) {
    auto box = (*pool)->make({});
    ASSERT_TRUE(box) << box.error().text();
    boxes.push_back(std::move(box).value());
    RunRequest request = act({});
    request.argv = {"/bin/true"};
    EXPECT_EQ(must_run(*boxes.back(), request).report.exit_status, 0);
  }
}

}  // namespace
}  // namespace arbiter::box
