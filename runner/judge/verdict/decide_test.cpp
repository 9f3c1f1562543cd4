#include "judge/verdict/decide.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace arbiter::judge {
namespace {

using model::Ending;
using model::Verdict;
using Kind = CheckOutcome::Kind;

model::RunLimits limits() {
  return {std::chrono::seconds(2), std::chrono::seconds(5), mib(256), mib(8)};
}

model::RunRecord run(Ending ending) {
  model::RunRecord record;
  record.ending = ending;
  record.cpu = std::chrono::milliseconds(10);
  record.wall = std::chrono::milliseconds(12);
  record.memory = mib(3);
  return record;
}

model::TestJudgement judged(Verdict verdict, Ending ending, int cpu_ms) {
  model::TestJudgement test;
  test.verdict = verdict;
  test.run.ending = ending;
  test.run.cpu = std::chrono::milliseconds(cpu_ms);
  return test;
}

struct Case {
  std::string what;
  model::RunRecord run;
  Kind check;
  Verdict expected;
  std::string reason_has;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  const auto add = [&](std::string what, const model::RunRecord& record, Kind check,
                       Verdict expected, std::string reason_has) {
    all.push_back({std::move(what), record, check, expected, std::move(reason_has)});
  };
  const model::RunRecord good = run(Ending::exited);
  add("accepted", good, Kind::accepted, Verdict::ac, "");
  add("rejected", good, Kind::rejected, Verdict::wa, "the checker's words");
  add("checker failed", good, Kind::fault, Verdict::je, "the checker's words");
  add("checker did not run", good, Kind::not_run, Verdict::je, "");
  model::RunRecord status_one = good;
  status_one.exit_status = 1;
  add("right output, then status 1", status_one, Kind::accepted, Verdict::rte, "exit status 1");
  const auto killed_by = [](int signal) {
    model::RunRecord record = run(Ending::signalled);
    record.signal = signal;
    return record;
  };
  add("killed itself", killed_by(9), Kind::not_run, Verdict::rte, "signal 9 (SIGKILL");
  add("segfault", killed_by(11), Kind::not_run, Verdict::rte, "SIGSEGV, invalid memory access");
  add("large hole", killed_by(25), Kind::not_run, Verdict::rte, "SIGXFSZ, asked for a file");
  add("32-bit call", killed_by(31), Kind::not_run, Verdict::rte, "32-bit and x32");
  model::RunRecord slow = good;
  slow.cpu = std::chrono::milliseconds(2001);
  add("ended by itself over the limit", slow, Kind::accepted, Verdict::tle,
      "over the limit of 2 s");
  model::RunRecord at_limit = good;
  at_limit.cpu = std::chrono::seconds(2);
  add("exactly at the limit", at_limit, Kind::accepted, Verdict::ac, "");
  model::RunRecord slow_and_failed = slow;
  slow_and_failed.exit_status = 3;
  add("slow before failed", slow_and_failed, Kind::not_run, Verdict::tle, "CPU time");
  add("stopped for CPU", run(Ending::cpu_limit), Kind::not_run, Verdict::tle, "CPU time");
  add("stopped for wall", run(Ending::wall_limit), Kind::not_run, Verdict::tle,
      "wall limit of 5 s");
  add("stopped for memory", run(Ending::memory_limit), Kind::not_run, Verdict::mle, "memory limit");
  model::RunRecord large = slow;
  large.memory = mib(257);
  add("peak over the limit, slow too", large, Kind::accepted, Verdict::mle, "257 MiB");
  model::RunRecord large_at_wall = run(Ending::wall_limit);
  large_at_wall.memory = mib(300);
  add("memory before wall", large_at_wall, Kind::not_run, Verdict::mle, "300 MiB");
  model::RunRecord output = run(Ending::output_limit);
  output.memory = mib(300);
  add("output before memory", output, Kind::not_run, Verdict::ole, "output limit of 8 MiB");
  add("the box failed", fault_record("fork failed"), Kind::accepted, Verdict::je, "fork failed");
  return all;
}

TEST(Decide, WhatWaitedIsConfirmedOrReplaced) {
  const model::RunLimits within = limits();
  const auto waited = judged(Verdict::tle, Ending::wall_limit, 5);
  EXPECT_TRUE(has_waited(waited.run, within));
  EXPECT_FALSE(has_waited(judged(Verdict::tle, Ending::wall_limit, 2000).run, within));
  EXPECT_FALSE(has_waited(judged(Verdict::tle, Ending::cpu_limit, 5).run, within));
  EXPECT_FALSE(has_waited(judged(Verdict::ac, Ending::exited, 5).run, within));
  for (const Verdict other : {Verdict::ac, Verdict::wa, Verdict::rte}) {
    const auto settled = settle_rerun(waited, judged(other, Ending::exited, 6), within);
    EXPECT_EQ(settled.verdict, other);
    EXPECT_TRUE(settled.run.was_rerun);
  }
  for (const auto& second :
       {judged(Verdict::tle, Ending::wall_limit, 7), judged(Verdict::je, Ending::fault, 0)}) {
    const auto settled = settle_rerun(waited, second, within);
    EXPECT_EQ(settled.verdict, Verdict::tle);
    EXPECT_EQ(settled.run.cpu, waited.run.cpu);
    EXPECT_TRUE(settled.run.was_rerun);
  }
}

TEST(Decide, OfTimesNearTheLimitTheSmallerCounts) {
  struct Row {
    int first_ms, second_ms;
    Ending ending;
    int counts_ms;
  };
  for (const Row& row : std::vector<Row>{{1800, 1000, Ending::exited, 1000},
                                         {1900, 2100, Ending::exited, 1900},
                                         {2100, 1980, Ending::exited, 1980},
                                         {2100, 2040, Ending::exited, 2040},
                                         {2100, 2200, Ending::cpu_limit, 2100},
                                         {2100, 5, Ending::wall_limit, 2100},
                                         {2100, 0, Ending::fault, 2100}}) {
    const Verdict second = row.ending == Ending::fault ? Verdict::je : Verdict::ac;
    const auto settled = settle_rerun(judged(Verdict::ac, Ending::exited, row.first_ms),
                                      judged(second, row.ending, row.second_ms), limits());
    EXPECT_EQ(settled.run.cpu, std::chrono::milliseconds(row.counts_ms));
    EXPECT_TRUE(settled.run.was_rerun);
  }
}

TEST(Decide, GivesTheVerdictOfEveryRowAndSaysWhy) {
  for (const Case& row : cases()) {
    const CheckOutcome check{row.check, "the checker's words", std::nullopt};
    EXPECT_EQ(decide(row.run, limits(), check), row.expected) << row.what;
    const std::string why = reason(row.run, limits(), check);
    EXPECT_NE(why.find(row.reason_has), std::string::npos) << row.what << ": " << why;
    if (row.expected == Verdict::ac) {
      EXPECT_EQ(why, "") << row.what;
    }
  }
}

TEST(Decide, ChecksOnlyRunsThatEndedWellWithinTheirLimits) {
  for (const Case& row : cases()) {
    const bool checked = row.expected == Verdict::ac || row.expected == Verdict::wa ||
                         (row.expected == Verdict::je && row.run.ending != Ending::fault);
    EXPECT_EQ(may_be_checked(row.run, limits()), checked) << row.what;
  }
}

TEST(NearLimit, IsBetweenNineAndElevenTenths) {
  const auto near = [](int milliseconds, Ending ending) {
    model::RunRecord record = run(ending);
    record.cpu = std::chrono::milliseconds(milliseconds);
    return is_near_limit(record, limits());
  };
  EXPECT_FALSE(near(1799, Ending::exited));
  EXPECT_TRUE(near(1800, Ending::exited));
  EXPECT_TRUE(near(2200, Ending::signalled));
  EXPECT_FALSE(near(2201, Ending::exited));
  EXPECT_FALSE(near(2200, Ending::cpu_limit));
}

TEST(Limits, FollowFromTheTimeLimit) {
  EXPECT_EQ(stopping_time(std::chrono::seconds(2)), std::chrono::milliseconds(2200));
  EXPECT_EQ(wall_limit(std::chrono::seconds(2)), std::chrono::seconds(5));
  EXPECT_EQ(wall_limit(std::chrono::milliseconds(500)), std::chrono::seconds(2));
}

TEST(ToRecord, KeepsWhatStoppedTheRunBeforeHowItEnded) {
  box::RunReport report;
  report.stopped = box::Stopped::memory_limit;
  report.exited = false;
  report.signal = 9;
  EXPECT_EQ(to_record(report).ending, Ending::memory_limit);
  EXPECT_EQ(to_record(report).signal, 0);
  report.stopped = box::Stopped::no;
  EXPECT_EQ(to_record(report).ending, Ending::signalled);
  EXPECT_EQ(to_record(report).signal, 9);
  report.exited = true;
  report.exit_status = 4;
  EXPECT_EQ(to_record(report).exit_status, 4);
}

TEST(ToRecord, BlamesABusyMachineForARunThatHadNoCore) {
  box::RunReport report;
  report.stopped = box::Stopped::wall_limit;
  EXPECT_EQ(to_record(report).ending, Ending::wall_limit);
  report.is_starved = true;
  report.wall = std::chrono::seconds(20);
  report.cpu = std::chrono::seconds(1);
  EXPECT_EQ(to_record(report).ending, Ending::fault);
  EXPECT_EQ(to_record(report).fault,
            "the machine is too busy: in 20 s the program had a core for 1 s");
}

}  // namespace
}  // namespace arbiter::judge
