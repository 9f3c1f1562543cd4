#include "box/leash.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <future>

#include "base/file.hpp"
#include "box/box_fixture.hpp"

namespace arbiter::box {
namespace {

/// A run on a leash, between two pipes that the test holds the other ends of.
class Led {
 public:
  Led(Box& box, const RunRequest& request) {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    EXPECT_EQ(::pipe2(in.data(), O_CLOEXEC), 0);
    EXPECT_EQ(::pipe2(out.data(), O_CLOEXEC), 0);
    input_ = UniqueFd(in[1]);
    output_ = UniqueFd(out[0]);
    auto leash = make_leash();
    EXPECT_TRUE(leash);
    ours_ = std::move(leash->ours);
    taken_ = UniqueFd(out[1]);
    done_ = std::async(std::launch::async, [&box, request, given = UniqueFd(in[0]), taken = out[1],
                                            theirs = std::move(leash->theirs)] {
      const auto error = memory_file("error");
      return box.run(request, {given.get(), taken, error->get(), theirs.get()});
    });
  }

  void tell(std::string_view text) const { EXPECT_TRUE(write_all(input_.get(), text)); }
  void close_input() { input_.reset(); }
  /// To be asked after a pulse, when the box has descriptors of its own.
  bool sees_the_end_once_it_is_let_go() {
    taken_.reset();
    pollfd source{output_.get(), POLLIN, 0};
    return ::poll(&source, 1, 20000) == 1 && (source.revents & POLLHUP) != 0;
  }

  /// The next pulse; none when the run is over.
  std::optional<Pulse> next() const {
    while (true) {
      pollfd source{ours_.get(), POLLIN, 0};
      EXPECT_EQ(::poll(&source, 1, 20000), 1);
      if (auto pulse = next_pulse(ours_.get())) return pulse;
      if ((source.revents & POLLIN) == 0 || (source.revents & POLLHUP) != 0) return std::nullopt;
    }
  }
  Pulse next_stuck() const {
    for (auto pulse = next(); pulse; pulse = next()) {
      if (pulse->stuck_since.count() > 0) return *pulse;
    }
    ADD_FAILURE() << "the run is over";
    return {};
  }

  void pull_it() const { pull(ours_.get()); }
  RunReport end() {
    auto report = done_.get();
    EXPECT_TRUE(report) << report.error().text();
    return report ? std::move(report).value() : RunReport{};
  }

 private:
  UniqueFd input_;
  UniqueFd output_;
  UniqueFd ours_;
  UniqueFd taken_;
  std::future<Result<RunReport>> done_;
};

TEST_P(BoxTest, TellsThatAProgramWaitsForItsInput) {
  auto box = make_box();
  Led led(*box, act({"copy"}));
  const Pulse first = led.next_stuck();
  EXPECT_GE(first.now, first.stuck_since);
  EXPECT_EQ(first.written, 0);
  led.tell("hello\n");
  Pulse second = led.next_stuck();
  while (second.written == 0)
    second = led.next_stuck();
  EXPECT_EQ(second.written, 6);
  EXPECT_GT(second.stuck_since, first.stuck_since);
  led.close_input();
  const RunReport report = led.end();
  EXPECT_EQ(report.stopped, Stopped::no);
  EXPECT_EQ(report.exit_status, 0);
  EXPECT_EQ(report.written, 6);
  EXPECT_GT(report.ended, second.now);
}

TEST_P(BoxTest, TellsAProgramThatWorksOrSleepsFromOneThatWaits) {
  for (const char* act_name : {"burn", "rest"}) {
    auto box = make_box();
    Led led(*box, act({act_name}));
    for (int i = 0; i < 5; ++i) {
      const auto pulse = led.next();
      ASSERT_TRUE(pulse);
      EXPECT_EQ(pulse->stuck_since.count(), 0) << act_name;
    }
    led.pull_it();
    led.end();
  }
}

TEST_P(BoxTest, TellsThatAProgramHasClosedItsOutputAndLivesOn) {
  auto box = make_box();
  Led led(*box, act({"hush"}));
  auto pulse = led.next();
  while (pulse && !pulse->has_closed_output) {
    pulse = led.next();
  }
  ASSERT_TRUE(pulse);
  // Whoever reads sees it: nobody else holds the pipe any more but who started the run.
  EXPECT_TRUE(led.sees_the_end_once_it_is_let_go());
  led.close_input();
  const RunReport report = led.end();
  EXPECT_EQ(report.stopped, Stopped::no);
  EXPECT_EQ(report.exit_status, 0);
}

TEST_P(BoxTest, TakesNoProgramThatHoldsItsOutputElsewhereForOneThatClosedIt) {
  auto box = make_box();
  Led led(*box, act({"move_output"}));
  for (int i = 0; i < 5; ++i) {
    const auto pulse = led.next();
    ASSERT_TRUE(pulse);
    EXPECT_FALSE(pulse->has_closed_output);
  }
  led.close_input();
  EXPECT_EQ(led.end().exit_status, 0);
}

TEST_P(BoxTest, StopsARunWhenItsLeashIsPulled) {
  auto box = make_box();
  Led led(*box, act({"copy"}));
  led.pull_it();
  const RunReport report = led.end();
  EXPECT_EQ(report.stopped, Stopped::asked);
  EXPECT_EQ(report.signal, SIGKILL);
  const Ran ran = must_run(*box, act({"hello"}));
  EXPECT_EQ(ran.output, "hello\n");
}

}  // namespace
}  // namespace arbiter::box
