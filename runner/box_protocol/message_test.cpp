#include "box_protocol/message.hpp"

#include <gtest/gtest.h>

#include <array>

#include "box_protocol/codec.hpp"

namespace arbiter::box_protocol {
namespace {

// GoogleTest has members with the short names.
using SetupMessage = Setup;
using RunMessage = Run;

Setup some_setup() {
  Setup setup;
  setup.policy = Policy::toolchain;
  setup.scratch_size = Bytes{123456789};
  setup.core = 3;
  setup.binds = {{"/usr/share/x", "/kits", false}, {"/opt", "/opt", true}};
  setup.files = {{"main", true}, {"data/words.txt", false}};
  return setup;
}

Run some_run() {
  Run run;
  run.cpu_limit = std::chrono::seconds(2);
  run.wall_limit = std::chrono::seconds(5);
  run.memory_limit = mib(256);
  run.output_limit = mib(8);
  run.process_limit = 64;
  run.stack_limit = mib(3);
  run.has_leash = true;
  run.channels = 2;
  run.is_server = true;
  run.argv = {"/program/main", "", "with space"};
  run.environment = {"PATH=/usr/bin:/bin"};
  run.files = {{"input.txt", false}};
  run.folders = {"feedback"};
  run.collect = {"output.txt", "feedback/judgemessage.txt"};
  run.gather = "feedback";
  return run;
}

Report some_report() {
  Report report;
  report.stopped = Stopped::memory_limit;
  report.signal = 9;
  report.cpu = Nanoseconds(1);
  report.wall = Nanoseconds(2);
  report.ended = Nanoseconds(5);
  report.written = 6;
  report.memory = Bytes{3};
  report.processes = 4;
  report.out_of_memory = true;
  report.approximate = true;
  report.is_worn = true;
  report.collected = {true, false};
  report.gathered = {{GatheredKind::file, "feedback/state"}, {GatheredKind::folder, "feedback/a"}};
  report.gathered_all = false;
  return report;
}

TEST(Message, OnlyTheWallLimitStarves) {
  Report report = some_report();
  report.is_starved = true;
  Report got;
  EXPECT_FALSE(decode(encode(report), got));
  report.stopped = Stopped::wall_limit;
  ASSERT_TRUE(decode(encode(report), got));
  EXPECT_TRUE(got.is_starved);
}

/// Looks at what is left of a message after it was sent, in a struct that held another one before.
template <class Message, class Look>
void trip(const Message& sent, Message into, const Look& look) {
  const auto bytes = encode(sent);
  ASSERT_TRUE(decode(bytes, into));
  EXPECT_EQ(encode(into), bytes);
  look(into);
}

TEST(Message, SurvivesTheTrip) {
  trip(some_setup(), SetupMessage{}, [](const SetupMessage& got) {
    EXPECT_EQ(got.core, 3);
    EXPECT_STREQ(got.binds.at(0).target, "/kits");
    EXPECT_TRUE(got.files.at(0).executable);
  });
  RunMessage before;
  before.argv = {"left from the last time"};
  trip(some_run(), before, [](const RunMessage& got) {
    EXPECT_EQ(got.wall_limit, std::chrono::seconds(5));
    ASSERT_EQ(got.argv.size(), 3U);
    EXPECT_STREQ(got.argv[1], "");
    EXPECT_STREQ(got.collect.at(1), "feedback/judgemessage.txt");
  });
  trip(some_report(), Report{}, [](const Report& got) {
    EXPECT_EQ(got.stopped, Stopped::memory_limit);
    EXPECT_EQ(got.collected, (std::vector<bool>{true, false}));
    EXPECT_STREQ(got.gathered.at(0).path, "feedback/state");
  });
  trip(Fault{"it broke", true}, Fault{},
       [](const Fault& got) { EXPECT_TRUE(got.is_not_executable); });
}

TEST(Message, TellsItsKind) {
  EXPECT_EQ(*kind_of(encode(some_setup())), Kind::setup);
  EXPECT_EQ(*kind_of(encode(some_run())), Kind::run);
  EXPECT_EQ(*kind_of(encode_ready()), Kind::ready);
  EXPECT_EQ(*kind_of(encode(some_report())), Kind::report);
  EXPECT_EQ(*kind_of(encode(Fault{})), Kind::fault);
  EXPECT_FALSE(kind_of(""));
  EXPECT_FALSE(kind_of("something else"));
}

TEST(Message, RefusesAnotherVersion) {
  std::string bytes = encode_ready();
  bytes[4] = 99;
  const auto kind = kind_of(bytes);
  ASSERT_FALSE(kind);
  EXPECT_NE(kind.error().message.find("another version"), std::string::npos);
}

TEST(Message, RefusesEveryTruncationAndEveryAddition) {
  const std::string setup = encode(some_setup());
  const std::string run = encode(some_run());
  const std::string report = encode(some_report());
  const auto check = [](const std::string& bytes, auto into) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_FALSE(decode(std::string_view(bytes).substr(0, size), into)) << size;
    }
    EXPECT_FALSE(decode(bytes + '\0', into));
  };
  check(setup, SetupMessage{});
  check(run, RunMessage{});
  check(report, Report{});
}

TEST(Message, RefusesAKindThatIsNotMeant) {
  RunMessage run;
  EXPECT_FALSE(decode(encode(some_setup()), run));
}

TEST(Message, RefusesValuesOutOfRange) {
  const std::vector<void (*)(RunMessage&)> bad_runs = {
      [](RunMessage& run) { run.cpu_limit = {}; },
      [](RunMessage& run) { run.memory_limit = Bytes{-1}; },
      [](RunMessage& run) { run.argv.clear(); },
      [](RunMessage& run) { run.argv = {"relative"}; },
      [](RunMessage& run) { run.files[0].path = "../outside"; },
      [](RunMessage& run) { run.gather = "/work/feedback"; }};
  for (const auto& spoil : bad_runs) {
    RunMessage run = some_run();
    spoil(run);
    RunMessage got;
    EXPECT_FALSE(decode(encode(run), got)) << &spoil - bad_runs.data();
  }
  Report report = some_report();
  report.exited = true;
  Report seen;
  EXPECT_FALSE(decode(encode(report), seen));
  report = some_report();
  report.gathered[0].path = "feedback/../..";
  EXPECT_FALSE(decode(encode(report), seen));
}

TEST(Message, RefusesReportsOfWhatCannotBeMeasured) {
  Report seen;
  for (const std::int64_t impossible : {std::int64_t{-1}, INT64_MAX, INT64_MIN}) {
    std::array<Report, 4> reports;
    reports.fill(some_report());
    reports[0].cpu = Nanoseconds(impossible);
    reports[1].wall = Nanoseconds(impossible);
    reports[2].memory = Bytes{impossible};
    reports[3].processes = impossible;
    for (const Report& report : reports)
      EXPECT_FALSE(decode(encode(report), seen)) << impossible;
  }
}

TEST(Message, RefusesCountsThatCannotBe) {
  Writer out;
  out.u32(0xffffffff);
  const std::string bytes = out.take();
  Reader in(bytes);
  EXPECT_EQ(in.count(5), 0U);
  EXPECT_FALSE(in.ok());
}

TEST(Message, RefusesTextsWithoutTheirEnd) {
  for (const std::string& bytes :
       {std::string("\x03\0\0\0ab\0\0", 8), std::string("\x02\0\0\0ab", 6),
        std::string("\xff\xff\xff\xff", 4)}) {
    Reader in(bytes);
    const char* text = "before";
    in.text(text);
    EXPECT_STREQ(text, "");
    EXPECT_FALSE(in.ok());
  }
}

TEST(Message, KnowsInnerPaths) {
  for (const char* good : {"a", "a/b", "1/2/3/4/name", "..a", "a..", ".hidden", "with space"}) {
    EXPECT_TRUE(is_inner_path(good)) << good;
  }
  for (const char* bad :
       {"", "/", "/a", "a/", "a//b", ".", "..", "a/..", "./a", "1/2/3/4/5/name"}) {
    EXPECT_FALSE(is_inner_path(bad)) << bad;
  }
  EXPECT_FALSE(is_inner_path(std::string(256, 'a')));
  EXPECT_FALSE(is_inner_path(std::string_view("a\0b", 3)));
}

}  // namespace
}  // namespace arbiter::box_protocol
