#include "judge/run/side_by_side.hpp"

#include <gmock/gmock.h>

#include <latch>
#include <mutex>
#include <set>
#include <vector>

namespace arbiter::judge {
namespace {

using testing::ElementsAre;

std::string number(std::size_t i) {
  return "number " + std::to_string(i);
}

TEST(SideBySideTest, DoesAllOnceAndInOrderWithOneThread) {
  std::vector<std::size_t> seen;
  std::vector<std::string> told;
  SideBySide how;
  how.progress = [&](std::size_t done, std::size_t total, const std::string& what) {
    told.push_back(std::to_string(done) + "/" + std::to_string(total) + " " + what);
  };
  const auto done = side_by_side(3, how, number, [&](std::size_t i) -> Result<void> {
    seen.push_back(i);
    return {};
  });
  EXPECT_TRUE(done);
  EXPECT_THAT(seen, ElementsAre(0, 1, 2));
  EXPECT_THAT(told, ElementsAre("0/3 number 0", "1/3 number 1", "2/3 number 2"));
}

TEST(SideBySideTest, DoesAsManyAtATimeAsThereAreJobs) {
  // Each of the first three waits for the other two.
  std::latch all(3);
  SideBySide how;
  how.jobs = 3;
  std::mutex mutex;
  std::set<std::size_t> seen;
  const auto done = side_by_side(5, how, number, [&](std::size_t i) -> Result<void> {
    if (i < 3) all.arrive_and_wait();
    const std::lock_guard lock(mutex);
    seen.insert(i);
    return {};
  });
  EXPECT_TRUE(done);
  EXPECT_EQ(seen.size(), 5U);
}

TEST(SideBySideTest, BeginsNothingAfterAFailure) {
  std::vector<std::size_t> seen;
  const auto done = side_by_side(5, {}, number, [&](std::size_t i) -> Result<void> {
    seen.push_back(i);
    if (i == 1) return package_error("broken");
    return {};
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "broken");
  EXPECT_EQ(done.error().kind, ErrorKind::invalid_package);
  EXPECT_THAT(seen, ElementsAre(0, 1));
}

TEST(SideBySideTest, TellsAnInterrupt) {
  bool is_stopped = false;
  SideBySide how;
  how.is_stopped = [&] { return is_stopped; };
  how.interrupted = "interrupted while counting";
  std::size_t count = 0;
  const auto done = side_by_side(5, how, number, [&](std::size_t) -> Result<void> {
    is_stopped = ++count == 2;
    return {};
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(count, 2U);
  EXPECT_EQ(done.error().kind, ErrorKind::interrupted);
  EXPECT_EQ(done.error().message, "interrupted while counting");
}

// What fails because it was stopped is no fault.
TEST(SideBySideTest, TakesAFailureForTheInterruptThatCausedIt) {
  bool is_stopped = false;
  SideBySide how;
  how.is_stopped = [&] { return is_stopped; };
  const auto done = side_by_side(2, how, number, [&](std::size_t) -> Result<void> {
    is_stopped = true;
    return judge_error("the box has gone");
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::interrupted);
}

TEST(SideBySideTest, DoesNothingOfNothing) {
  EXPECT_TRUE(side_by_side(0, {}, number,
                           [](std::size_t) -> Result<void> { return judge_error("called"); }));
}

}  // namespace
}  // namespace arbiter::judge
