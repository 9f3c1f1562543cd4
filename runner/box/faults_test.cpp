// What becomes of a run when the box itself fails. Root without isolation is refused nothing, so
// these faults need a real box.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <thread>

#include "base/file.hpp"
#include "box/box_fixture.hpp"
#include "box/planned_fault.hpp"

namespace arbiter::box {
namespace {

using ::testing::HasSubstr;

struct Expected {
  FaultPoint point;
  std::string_view error;  ///< a part of it
};

constexpr std::array k_expected = {
    Expected{FaultPoint::dies_in_run, "ended unexpectedly"},
    Expected{FaultPoint::cannot_fork, "cannot start a process: Resource temporarily unavailable"},
    Expected{FaultPoint::no_space, "No space left on device"},
    Expected{FaultPoint::no_descriptors, "too many are open"},
    Expected{FaultPoint::is_silent, "does not answer"},
    Expected{FaultPoint::talks_nonsense, "malformed"}};

BoxConfig failing(FaultPoint point, int run) {
  BoxConfig config;
  config.binds = {planned_fault(point, run)};
  config.patience =
      point == FaultPoint::is_silent ? Nanoseconds(std::chrono::milliseconds(50)) : config.patience;
  // What fills it counts for the box, whose memory is limited.
  config.scratch_size = mib(1);
  return config;
}

TEST_P(IsolatedBoxTest, SaysHowItFailedAndFailsForGood) {
  take_boxes_with_faults();
  const auto bytes = memory_file("file");
  ASSERT_TRUE(bytes && write_all(bytes->get(), "something"));
  for (const auto& [point, error] : k_expected) {
    SCOPED_TRACE(error);
    auto box = make_box(failing(point, 1));
    RunRequest request = act({"hello"});
    request.files = {{"file", bytes->get(), false}};
    request.wall_limit = std::chrono::seconds(1);
    EXPECT_EQ(must_run(*box, request).output, "hello\n");
    const auto failed = run(*box, request);
    ASSERT_FALSE(failed);
    EXPECT_THAT(failed.error().text(), HasSubstr(error));
    EXPECT_FALSE(run(*box, request));
    box.reset();
    EXPECT_EQ(must_run(*make_box(), request).output, "hello\n");
  }
}

struct Pipe {
  UniqueFd reading;
  UniqueFd writing;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

// As normal users all boxes have one account of the kernel's room for pipes.
TEST_P(IsolatedBoxTest, IsAFaultWhenAnotherBoxLeftNoRoomForPipes) {
  auto taker = make_box();
  auto other = make_box();
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  const auto error = memory_file("error");
  RunRequest taking_all = act({"take_pipes"});
  taking_all.memory_limit = mib(512);
  std::thread taking([&] {
    EXPECT_TRUE(taker->run(taking_all, {input.reading.get(), output.writing.get(), error->get()}));
  });
  std::string sizes;
  std::array<char, 100> text{};
  while (std::count(sizes.begin(), sizes.end(), '\n') < 12) {
    const ssize_t got = ::read(output.reading.get(), text.data(), text.size());
    EXPECT_GT(got, 0);
    if (got <= 0) break;
    sizes.append(text.data(), static_cast<std::size_t>(got));
  }
  const bool is_small =
      sizes.find("4096") != std::string::npos || sizes.find("8192") != std::string::npos;
  RunRequest request = act({"pass_on"});
  request.wall_limit = std::chrono::milliseconds(500);
  const auto ran = run(*other, request);
  if (ran) {
    EXPECT_EQ(ran->report.exit_status, 0);
    EXPECT_EQ(ran->report.stopped, Stopped::no);
    EXPECT_FALSE(is_small && GetParam().as_nobody);
  } else {
    EXPECT_TRUE(is_small);
    EXPECT_THAT(ran.error().text(), HasSubstr("no room for pipes"));
  }
  input.writing.reset();
  taking.join();
  EXPECT_EQ(must_run(*make_box(), request).report.exit_status, 0);
}

TEST_P(IsolatedBoxTest, SaysThatItDiedBeforeItsFirstRun) {
  take_boxes_with_faults();
  const auto made = factory_->make(failing(FaultPoint::dies_in_setup, 0));
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().text(), HasSubstr("ended unexpectedly"));
}

TEST_P(IsolatedBoxTest, IsWornAfterAThousandRunsOrWhenItHasGrown) {
  take_boxes_with_faults();
  auto grown = make_box(failing(FaultPoint::grows, 1));
  EXPECT_FALSE(must_run(*grown, act({"hello"})).report.is_worn);
  EXPECT_TRUE(must_run(*grown, act({"hello"})).report.is_worn);
  // On a busy machine the kernel charges a box with files of others, so that it seems to have
  // grown.
  int runs = 0;
  for (int tries = 0; tries < 5 && runs < 1000; ++tries) {
    auto old = make_box();
    for (runs = 1; !must_run(*old, act({"hello"})).report.is_worn; ++runs)
      ASSERT_LT(runs, 1000);
  }
  EXPECT_EQ(runs, 1000);
}

/// Lets this process open nothing more while it lives.
class FullTable {
 public:
  FullTable() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const UniqueFd next(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    rlimit full = before_;
    full.rlim_cur = static_cast<rlim_t>(next.get());
    ::setrlimit(RLIMIT_NOFILE, &full);
  }
  FullTable(const FullTable&) = delete;
  FullTable& operator=(const FullTable&) = delete;
  ~FullTable() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

TEST_P(BoxTest, NeedsDescriptorsOfTheRunnerToo) {
  // The factory's first box is there already.
  auto first = make_box();
  {
    const FullTable full;
    EXPECT_FALSE(factory_->make({}));
  }
  EXPECT_EQ(must_run(*make_box(), act({"hello"})).output, "hello\n");
}

}  // namespace
}  // namespace arbiter::box
