#include "box_protocol/message.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

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
  run.has_channel = true;
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
  EXPECT_FALSE(decode(*encode(report), got));
  report.stopped = Stopped::wall_limit;
  ASSERT_TRUE(decode(*encode(report), got));
  EXPECT_TRUE(got.is_starved);
}

TEST(Message, SetupSurvivesTheTrip) {
  const auto bytes = encode(some_setup());
  ASSERT_TRUE(bytes);
  SetupMessage got;
  ASSERT_TRUE(decode(*bytes, got));
  EXPECT_EQ(got.policy, Policy::toolchain);
  EXPECT_EQ(got.scratch_size.count, 123456789);
  EXPECT_EQ(got.core, 3);
  ASSERT_EQ(got.binds.size(), 2U);
  EXPECT_STREQ(got.binds[0].source, "/usr/share/x");
  EXPECT_STREQ(got.binds[0].target, "/kits");
  EXPECT_TRUE(got.binds[1].optional);
  ASSERT_EQ(got.files.size(), 2U);
  EXPECT_TRUE(got.files[0].executable);
  EXPECT_STREQ(got.files[1].path, "data/words.txt");
  EXPECT_EQ(*encode(got), *bytes);
}

TEST(Message, RunSurvivesTheTrip) {
  const auto bytes = encode(some_run());
  ASSERT_TRUE(bytes);
  RunMessage got;
  got.argv = {"left from the last time"};
  ASSERT_TRUE(decode(*bytes, got));
  EXPECT_EQ(got.wall_limit, std::chrono::seconds(5));
  ASSERT_EQ(got.argv.size(), 3U);
  EXPECT_STREQ(got.argv[1], "");
  EXPECT_STREQ(got.collect[1], "feedback/judgemessage.txt");
  EXPECT_STREQ(got.gather, "feedback");
  EXPECT_EQ(*encode(got), *bytes);
}

TEST(Message, ReportAndFaultSurviveTheTrip) {
  const auto bytes = encode(some_report());
  ASSERT_TRUE(bytes);
  Report got;
  ASSERT_TRUE(decode(*bytes, got));
  EXPECT_EQ(got.stopped, Stopped::memory_limit);
  EXPECT_EQ(got.collected, (std::vector<bool>{true, false}));
  ASSERT_EQ(got.gathered.size(), 2U);
  EXPECT_STREQ(got.gathered[0].path, "feedback/state");
  EXPECT_EQ(got.gathered[1].kind, GatheredKind::folder);
  EXPECT_FALSE(got.gathered_all);
  EXPECT_EQ(*encode(got), *bytes);
  const auto fault = encode(Fault{"it broke", true});
  ASSERT_TRUE(fault);
  Fault told;
  ASSERT_TRUE(decode(*fault, told));
  EXPECT_STREQ(told.text, "it broke");
  EXPECT_TRUE(told.is_not_executable);
}

TEST(Message, TellsItsKind) {
  EXPECT_EQ(*kind_of(*encode(some_setup())), Kind::setup);
  EXPECT_EQ(*kind_of(*encode(some_run())), Kind::run);
  EXPECT_EQ(*kind_of(encode_ready()), Kind::ready);
  EXPECT_EQ(*kind_of(*encode(some_report())), Kind::report);
  EXPECT_EQ(*kind_of(*encode(Fault{})), Kind::fault);
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
  const std::string setup = *encode(some_setup());
  const std::string run = *encode(some_run());
  const std::string report = *encode(some_report());
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
  EXPECT_FALSE(decode(*encode(some_setup()), run));
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
    EXPECT_FALSE(decode(*encode(run), got)) << &spoil - bad_runs.data();
  }
  Report report = some_report();
  report.exited = true;
  Report seen;
  EXPECT_FALSE(decode(*encode(report), seen));
  report = some_report();
  report.gathered[0].path = "feedback/../..";
  EXPECT_FALSE(decode(*encode(report), seen));
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
      EXPECT_FALSE(decode(*encode(report), seen)) << impossible;
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

// What decodes must encode to the same bytes again; what does not must be an error. Either way
// nothing may be read outside the message, which the sanitizers watch.
template <class T>
void mutate(const std::string& original, std::mt19937& random) {
  T into;
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = original;
    for (int change = static_cast<int>(random() % 3); change >= 0; --change) {
      const std::size_t at = random() % bytes.size();
      switch (random() % 4) {
        case 0:
          bytes[at] = static_cast<char>(random());
          break;
        case 1:
          bytes[at] = static_cast<char>(bytes[at] ^ (1 << (random() % 8)));
          break;
        case 2:
          bytes.erase(at, random() % 8);
          break;
        default:
          bytes.insert(at, 1, static_cast<char>(random()));
      }
      if (bytes.empty()) bytes = "x";
    }
    if (decode(bytes, into)) {
      ++accepted;
      const auto again = encode(into);
      ASSERT_TRUE(again);
      ASSERT_EQ(*again, bytes);
    }
  }
  EXPECT_GT(accepted, 0);
}

TEST(Message, SurvivesRandomChanges) {
  std::mt19937 random(20240607);
  mutate<SetupMessage>(*encode(some_setup()), random);
  mutate<RunMessage>(*encode(some_run()), random);
  mutate<Report>(*encode(some_report()), random);
}

}  // namespace
}  // namespace arbiter::box_protocol
