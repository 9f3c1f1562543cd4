#include "box/remote_box.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "base/file.hpp"
#include "box_protocol/channel.hpp"
#include "box_protocol/message.hpp"

namespace arbiter::box {
namespace {

namespace protocol = box_protocol;

// A box that says what the test wants it to say. Answers are sent before they are asked for, so
// that the test needs no second thread.
class ScriptedBox : public testing::Test {
 protected:
  void SetUp() override {
    auto ends = protocol::make_channel();
    ASSERT_TRUE(ends);
    far_ = std::move(ends->second);
    box_ = std::make_unique<RemoteBox>(std::move(ends->first));
    null_ = UniqueFd(::open("/dev/null", O_RDWR | O_CLOEXEC));
  }

  void say(const std::string& bytes, const std::vector<int>& descriptors = {}) const {
    ASSERT_TRUE(protocol::send_message(far_.get(), bytes, descriptors));
  }

  // Nothing more comes; what was sent before can still be read.
  void hang_up() const { ASSERT_EQ(::shutdown(far_.get(), SHUT_WR), 0); }

  Result<RunReport> run(std::vector<std::string> collect = {}, const std::string& gather = {}) {
    RunRequest request;
    request.argv = {"/program/main"};
    request.cpu_limit = std::chrono::seconds(1);
    request.wall_limit = std::chrono::seconds(1);
    request.memory_limit = mib(1);
    request.output_limit = mib(1);
    request.collect = std::move(collect);
    request.gather = gather;
    return box_->run(request, {null_.get(), null_.get(), null_.get()});
  }

  static protocol::Report good_report() {
    protocol::Report report;
    report.exited = true;
    report.exit_status = 3;
    report.cpu = Nanoseconds(17);
    return report;
  }

  std::unique_ptr<RemoteBox> box_;  // first: it waits until the other end is gone
  UniqueFd far_;
  UniqueFd null_;
};

TEST_F(ScriptedBox, IsBelievedWhenItKeepsToTheProtocol) {
  say(protocol::encode_ready());
  ASSERT_TRUE(box_->finish());
  auto file = sealed_memory_file("one", "content");
  ASSERT_TRUE(file);
  protocol::Report report = good_report();
  report.collected = {false, true};
  say(protocol::encode(report), {file->get()});
  auto got = run({"a", "b"});
  ASSERT_TRUE(got) << got.error().text();
  EXPECT_EQ(got->exit_status, 3);
  EXPECT_EQ(got->cpu.count(), 17);
  ASSERT_EQ(got->collected.size(), 2U);
  EXPECT_FALSE(got->collected[0]);
  EXPECT_EQ(*read_descriptor(got->collected[1].get()), "content");
}

TEST_F(ScriptedBox, CannotPassWhatIsNoFileOrMoreThanARunMayWrite) {
  const UniqueFd event(::eventfd(0, EFD_CLOEXEC));
  const auto large = memory_file("large");
  ASSERT_TRUE(large);
  ASSERT_EQ(::ftruncate(large->get(), off_t{1} << 50), 0);
  for (const auto& [file, why] : {std::pair(event.get(), "reading it could wait for ever"),
                                  std::pair(large->get(), "copying it would fill the memory")}) {
    SetUp();
    protocol::Report report = good_report();
    report.collected = {true};
    say(protocol::encode(report), {file});
    EXPECT_FALSE(run({"a"})) << why;
  }
}

TEST_F(ScriptedBox, CannotPassMoreOrFewerFilesThanItSays) {
  protocol::Report report = good_report();
  for (const std::size_t count : {0U, 2U}) {
    SetUp();
    report.collected = {true};
    auto file = sealed_memory_file("one", "content");
    ASSERT_TRUE(file);
    say(protocol::encode(report), std::vector<int>(count, file->get()));
    EXPECT_FALSE(run({"a"})) << count;
  }
  SetUp();
  report.collected = {false, false};
  say(protocol::encode(report));
  EXPECT_FALSE(run({"a"})) << "two answers for one name";
}

TEST_F(ScriptedBox, CannotGatherMoreThanIsAskedFor) {
  using Kind = protocol::GatheredKind;
  struct Case {
    std::string gather;
    protocol::Gathered one;
    std::size_t passed;
    bool is_good;
  };
  const std::vector<Case> cases = {
      {"a", {Kind::file, "a/b"}, 1, true},   {"a", {Kind::folder, "a/b"}, 0, true},
      {"a", {Kind::other, "a/b"}, 0, true},  {"a", {Kind::file, "a/b"}, 0, false},
      {"a", {Kind::file, "a/b"}, 2, false},  {"a", {Kind::folder, "a/b"}, 1, false},
      {"a", {Kind::file, "ab/c"}, 1, false}, {"a", {Kind::file, "a"}, 1, false},
      {"", {Kind::file, "a/b"}, 1, false}};
  for (const Case& c : cases) {
    SetUp();
    protocol::Report report = good_report();
    report.gathered = {c.one};
    auto file = sealed_memory_file("one", "content");
    ASSERT_TRUE(file);
    say(protocol::encode(report), std::vector<int>(c.passed, file->get()));
    EXPECT_EQ(run({}, c.gather).has_value(), c.is_good) << c.gather << " " << c.one.path;
  }
}

TEST_F(ScriptedBox, IsNotUsedAgainAfterAMalformedReport) {
  say(protocol::encode(good_report()) + "x");
  say(protocol::encode(good_report()));
  EXPECT_FALSE(run());
  EXPECT_FALSE(run()) << "the second report belongs to no run that can be told";
}

TEST_F(ScriptedBox, CannotAnswerOutOfOrder) {
  say(protocol::encode_ready());
  EXPECT_FALSE(run());
  SetUp();
  say(protocol::encode(good_report()));
  EXPECT_FALSE(box_->finish());
}

TEST_F(ScriptedBox, TellsItsFaultWithoutWritingToTheTerminal) {
  say(protocol::encode(protocol::Fault{"no \x1b[2Jspace"}));
  auto got = run();
  ASSERT_FALSE(got);
  EXPECT_NE(got.error().text().find("space"), std::string::npos);
  EXPECT_EQ(got.error().text().find('\x1b'), std::string::npos);
}

TEST_F(ScriptedBox, ThatEndsIsAnError) {
  hang_up();
  auto got = run();
  ASSERT_FALSE(got);
  EXPECT_NE(got.error().text().find("ended"), std::string::npos);
}

TEST_F(ScriptedBox, CannotHangTheRunnerByNeverReading) {
  bool answered = true;
  for (int i = 0; i < 100000 && answered; ++i) {
    say(protocol::encode(good_report()));
    answered = run().has_value();
  }
  EXPECT_FALSE(answered);
}

}  // namespace
}  // namespace arbiter::box
