#include "judge/verdict/time_limit.hpp"

#include <gtest/gtest.h>

#include "judge/verdict/labels.hpp"

namespace arbiter::judge {
namespace {

using model::Ending;
using model::TimeLimitUse;
using std::chrono::milliseconds;
using V = model::Verdict;

/// "lower", "upper secret/a", …: the bounds of a submission in that folder.
std::vector<std::string> bounds_in(const std::string& label, bool is_legacy,
                                   const std::vector<model::SubmissionRule>& rules = {}) {
  model::Problem problem;
  problem.labels_by_final_verdict = is_legacy;
  model::LabelledSubmission own;
  own.label = label;
  own.rules = rules;
  Submission submission;
  set_rules(problem, label, &own, submission);
  std::vector<std::string> words;
  for (const TimeBound& bound : time_bounds(submission)) {
    words.push_back((bound.is_upper ? "upper" : "lower") +
                    (bound.group.empty() ? std::string() : " " + bound.group));
  }
  return words;
}

using Words = std::vector<std::string>;

TEST(TimeBounds, FollowTheFolder) {
  for (const char* folder : {"accepted", "wrong_answer", "run_time_error"})
    EXPECT_EQ(bounds_in(folder, false), Words{"lower"}) << folder;
  EXPECT_EQ(bounds_in("time_limit_exceeded", false), Words{"upper"});
  for (const char* folder : {"rejected", "brute_force", "slow_accepted", "unknown"})
    EXPECT_EQ(bounds_in(folder, false), Words{}) << folder;
  EXPECT_TRUE(time_bounds(Submission{}).empty()) << "in none";
}

TEST(TimeBounds, OfLegacyPackagesAreThoseOfAcceptedAndTooSlow) {
  EXPECT_EQ(bounds_in("accepted", true), Words{"lower"});
  EXPECT_EQ(bounds_in("time_limit_exceeded", true), Words{"upper"});
  EXPECT_EQ(bounds_in("wrong_answer", true), Words{});
  EXPECT_EQ(bounds_in("run_time_error", true), Words{});
}

TEST(TimeBounds, FollowSubmissionsYaml) {
  model::SubmissionRule rule;
  rule.entry = "accepted/*";
  rule.permitted = {V::ac, V::tle};
  EXPECT_EQ(bounds_in("accepted", false, {rule}), Words{"lower"});
  rule.required = {V::tle};
  rule.group = "secret/b";
  EXPECT_EQ(bounds_in("accepted", false, {rule}), (Words{"lower", "upper secret/b"}));
  rule.time_limit = TimeLimitUse::lower;
  EXPECT_EQ(bounds_in("accepted", false, {rule}), (Words{"lower", "lower secret/b"}));
  rule.time_limit = TimeLimitUse::none;
  EXPECT_EQ(bounds_in("accepted", false, {rule}), Words{"lower"});
  rule.group.clear();
  rule.is_of_whole_label = true;
  EXPECT_EQ(bounds_in("accepted", false, {rule}), Words{});
}

model::SubmissionJudgement ran(const std::string& path,
                               const std::vector<std::pair<std::string, int>>& milliseconds_of) {
  model::SubmissionJudgement judgement;
  judgement.path = "p/submissions/" + path;
  judgement.label = path.substr(0, path.find('/'));
  judgement.compile.ok = true;
  for (const auto& [name, time] : milliseconds_of) {
    model::TestJudgement test;
    test.name = name;
    test.verdict = V::ac;
    test.run.ending = Ending::exited;
    test.run.cpu = milliseconds(time);
    judgement.tests.push_back(test);
  }
  return judgement;
}

struct LimitRow {
  int slowest_ms;
  double multiplier;
  double resolution_s;
  int limit_ms;
};

TEST(FoundTimeLimit, IsTheNextStep) {
  for (const LimitRow& row : std::vector<LimitRow>{{0, 5, 1, 1000},
                                                   {199, 5, 1, 1000},
                                                   {200, 5, 1, 1000},
                                                   {201, 5, 1, 2000},
                                                   {610, 2, 1, 2000},
                                                   {610, 2, 0.5, 1500},
                                                   {350, 2, 0.1, 700},
                                                   {350, 1.5, 0.1, 600}}) {
    model::PackageLimits limits;
    limits.ac_to_time_limit = row.multiplier;
    limits.time_resolution_s = row.resolution_s;
    const auto fast = ran("accepted/fast.c", {{"secret/1", 0}});
    const auto slow = ran("accepted/slow.py", {{"secret/1", 0}, {"secret/2", row.slowest_ms}});
    const auto found = find_time_limit({{&fast, {TimeBound{}}}, {&slow, {TimeBound{}}}}, limits);
    ASSERT_TRUE(found.limit);
    EXPECT_EQ(found.limit->limit, milliseconds(row.limit_ms)) << row.slowest_ms;
    EXPECT_TRUE(found.warnings.empty());
    if (row.slowest_ms == 0) continue;
    EXPECT_EQ(found.limit->submission, "accepted/slow.py");
    EXPECT_EQ(found.limit->test, "secret/2");
  }
}

TEST(FoundTimeLimit, IsOfTheProblemAndNotOfALanguage) {
  const auto in_c = ran("accepted/a.c", {{"1", 900}});
  const auto in_python = ran("accepted/a.py", {{"1", 4000}});
  const auto found =
      find_time_limit({{&in_c, {TimeBound{}}, 1}, {&in_python, {TimeBound{}}, 5}}, {});
  ASSERT_TRUE(found.limit);
  EXPECT_EQ(found.limit->submission, "accepted/a.c");
  EXPECT_EQ(found.limit->limit, milliseconds(2000));
}

TEST(FoundTimeLimit, LooksAtTheTestsThatTheRuleIsAbout) {
  const auto slow = ran("accepted/a.c", {{"secret/a/1", 900}, {"secret/b/1", 9000}});
  const auto found = find_time_limit({{&slow, {TimeBound{false, "secret/a"}}}}, {});
  ASSERT_TRUE(found.limit);
  EXPECT_EQ(found.limit->test, "secret/a/1");
}

TEST(FoundTimeLimit, IsNotBoundByWhatWasStopped) {
  auto endless = ran("accepted/endless.c", {{"1", 60000}});
  endless.tests[0].run.ending = Ending::cpu_limit;
  auto broken = ran("wrong_answer/broken.c", {});
  broken.compile.ok = false;
  std::vector<TimedSubmission> all = {{&endless, {TimeBound{}}}, {&broken, {TimeBound{}}}};
  auto found = find_time_limit(all, {});
  EXPECT_FALSE(found.limit);
  EXPECT_EQ(found.warnings,
            (Words{"accepted/endless.c does not count: it was stopped after 60 s on 1",
                   "wrong_answer/broken.c does not count: it does not compile"}));
  const auto good = ran("accepted/good.c", {{"1", 10}});
  all.push_back({&good, {TimeBound{}}});
  found = find_time_limit(all, {});
  ASSERT_TRUE(found.limit);
  EXPECT_EQ(found.limit->submission, "accepted/good.c");
  EXPECT_EQ(found.warnings.size(), 2U);
}

TEST(FoundTimeLimit, WarnsOfWhatIsHardlyTooSlow) {
  auto slow = ran("time_limit_exceeded/slow.c", {{"secret/a/1", 2900}, {"secret/b/1", 100}});
  const TimedSubmission all{&slow, {TimeBound{true, {}}}};
  const model::PackageLimits limits;
  EXPECT_EQ(too_near(all, milliseconds(2000), limits),
            "time_limit_exceeded/slow.c must take at least 3 s (1.5 × 2 s), but takes at most "
            "2.9 s, on secret/a/1");
  slow.tests[0].run.ending = Ending::wall_limit;
  EXPECT_EQ(too_near(all, milliseconds(2000), limits), "");
  const TimedSubmission of_group{&slow, {TimeBound{true, "secret/b"}}};
  EXPECT_EQ(too_near(of_group, milliseconds(2000), limits),
            "time_limit_exceeded/slow.c must take at least 3 s (1.5 × 2 s), but takes at most "
            "100 ms, on secret/b/1");
  EXPECT_EQ(too_near({&slow, {TimeBound{}}}, milliseconds(2000), limits), "");
}

/// The submissions of a problem in folders, as loaded.
std::vector<Submission> loaded(const Words& paths) {
  std::vector<Submission> all;
  for (const std::string& path : paths) {
    Submission& one = all.emplace_back();
    one.given = path;
    set_rules({}, path.substr(0, path.find('/')), nullptr, one);
  }
  return all;
}

TEST(ChosenTimeLimit, IsMeasuredAndThenExceeded) {
  const auto all = loaded({"accepted/good.c", "time_limit_exceeded/slow.c", "slow_accepted/any.c"});
  Words measured;
  const auto measure = [&](const std::vector<Submission>& some,
                           Nanoseconds time) -> Result<MeasuredRuns> {
    MeasuredRuns runs;
    for (const Submission& one : some) {
      measured.push_back(one.given + " " + show(time));
      runs.judged.push_back(ran(one.given, {{"1", one.label == "accepted" ? 800 : 2500}}));
      runs.factors.push_back(1);
    }
    return runs;
  };
  const auto found = choose_time_limit(with_bounds(all, false), all, {}, measure);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(found->limit, milliseconds(2000));
  EXPECT_EQ(measured, (Words{"accepted/good.c 60 s", "time_limit_exceeded/slow.c 3 s"}));
  EXPECT_EQ(found->warnings.size(), 1U);
}

TEST(ChosenTimeLimit, NeedsSomethingThatWasMeasured) {
  const auto all = loaded({"accepted/bad.c"});
  std::string fault;
  const auto choose = [&] {
    return choose_time_limit(
        with_bounds(all, false), all, {},
        [&](const std::vector<Submission>&, Nanoseconds) -> Result<MeasuredRuns> {
          MeasuredRuns runs{{ran("accepted/bad.c", {})}, {1}};
          runs.judged[0].compile.ok = false;
          runs.judged[0].compile.fault = fault;
          return runs;
        });
  };
  EXPECT_EQ(choose().error().kind, ErrorKind::invalid_package);
  fault = "no compiler";
  EXPECT_EQ(choose().error().kind, ErrorKind::judge);
  EXPECT_EQ(choose().error().text(),
            "--time-limit auto: no accepted submission could be measured: accepted/bad.c does not "
            "count: no compiler");
}

TEST(FoundTimeLimit, RunsHoldWhereNoLimitHadAPart) {
  const model::RunLimits limits{milliseconds(1000), milliseconds(3000), mib(64), mib(1)};
  model::RunRecord run;
  run.ending = Ending::exited;
  run.cpu = milliseconds(500);
  EXPECT_TRUE(holds_under(run, limits));
  run.cpu = milliseconds(950);
  EXPECT_FALSE(holds_under(run, limits));
  run.cpu = milliseconds(2000);
  EXPECT_FALSE(holds_under(run, limits));
  run.cpu = milliseconds(500);
  run.wall = milliseconds(3001);
  EXPECT_FALSE(holds_under(run, limits));
  run.wall = milliseconds(501);
  run.ending = Ending::memory_limit;
  EXPECT_TRUE(holds_under(run, limits));
  run.ending = Ending::wall_limit;
  EXPECT_FALSE(holds_under(run, limits));
}

TEST(FoundTimeLimit, GivesALongPackageLongerToMeasure) {
  model::PackageLimits limits;
  EXPECT_EQ(patience_for(limits), std::chrono::seconds(60));
  limits.time = std::chrono::seconds(20);
  EXPECT_EQ(patience_for(limits), std::chrono::seconds(200));
}

}  // namespace
}  // namespace arbiter::judge
