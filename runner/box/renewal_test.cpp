#include <string>

#include "base/file.hpp"
#include "base/text.hpp"
#include "box/box_fixture.hpp"
#include "box/planned_fault.hpp"

namespace arbiter::box {
namespace {

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
