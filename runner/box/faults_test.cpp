// What becomes of a run when the box itself fails. Root without isolation is refused nothing, so
// these faults need a real box.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <array>
#include <string_view>

#include "base/file.hpp"
#include "box/box_fixture.hpp"

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
  config.faults = {{point, run}};
  config.patience =
      point == FaultPoint::is_silent ? Nanoseconds(std::chrono::milliseconds(50)) : config.patience;
  // What fills it counts for the box, whose memory is limited.
  config.scratch_size = mib(1);
  return config;
}

TEST_P(BoxTest, SaysHowItFailedAndFailsForGood) {
  if (!is_isolated()) GTEST_SKIP() << "unsandboxed";
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

TEST_P(BoxTest, SaysThatItDiedBeforeItsFirstRun) {
  if (!is_isolated()) GTEST_SKIP() << "unsandboxed";
  const auto made = factory_->make(failing(FaultPoint::dies_in_setup, 0));
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().text(), HasSubstr("ended unexpectedly"));
}

TEST_P(BoxTest, IsWornAfterAThousandRunsOrWhenItHasGrown) {
  if (!is_isolated()) GTEST_SKIP() << "unsandboxed";
  auto grown = make_box(failing(FaultPoint::grows, 1));
  EXPECT_FALSE(must_run(*grown, act({"hello"})).report.is_worn);
  EXPECT_TRUE(must_run(*grown, act({"hello"})).report.is_worn);
  auto old = make_box();
  for (int i = 1; i < 1000; ++i) {
    ASSERT_FALSE(must_run(*old, act({"hello"})).report.is_worn) << i;
  }
  EXPECT_TRUE(must_run(*old, act({"hello"})).report.is_worn);
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
