#include "judge/run/test_runner.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <deque>
#include <memory>
#include <utility>

#include "base/file.hpp"
#include "base/test_folder.hpp"
#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

using model::Verdict;
using Reports = std::deque<Result<box::RunReport>>;

/// Gives one report after the other and runs nothing.
class ScriptedFactory final : public box::BoxFactory {
 public:
  explicit ScriptedFactory(Reports reports) : reports_(std::move(reports)) {}

  Result<std::unique_ptr<box::Box>> make(const box::BoxConfig& /*config*/) override {
    return std::unique_ptr<box::Box>(std::make_unique<ScriptedBox>(reports_));
  }
  [[nodiscard]] box::Mode mode() const override { return box::Mode::user_namespace; }
  void stop() override {}

  [[nodiscard]] std::size_t left() const { return reports_.size(); }

 private:
  class ScriptedBox final : public box::Box {
   public:
    explicit ScriptedBox(Reports& reports) : reports_(reports) {}
    Result<box::RunReport> run(const box::RunRequest& /*request*/,
                               const box::RunDescriptors& descriptors) override {
      EXPECT_TRUE(write_all(descriptors.output, "written\n"));
      if (reports_.empty()) return judge_error("no more runs");
      auto report = std::move(reports_.front());
      reports_.pop_front();
      return report;
    }

   private:
    Reports& reports_;
  };

  Reports reports_;
};

Result<box::RunReport> ended(int milliseconds) {
  box::RunReport report;
  report.exited = true;
  report.cpu = std::chrono::milliseconds(milliseconds);
  report.memory = mib(1);
  return report;
}

Result<box::RunReport> stopped(int milliseconds) {
  auto report = ended(milliseconds);
  report->stopped = box::Stopped::cpu_limit;
  return report;
}

Result<box::RunReport> broken() {
  return judge_error("the box broke");
}

/// Accepts everything, and asks for `passes` in all.
class AskingChecker final : public OutputChecker {
 public:
  explicit AskingChecker(int passes) : passes_(passes) {}
  CheckOutcome check(const CheckRequest& request) override {
    CheckOutcome outcome;
    outcome.kind = CheckOutcome::Kind::accepted;
    if (request.pass != nullptr && request.pass->number < passes_) {
      outcome.pass_end.next_input = "next";
    }
    return outcome;
  }

 private:
  int passes_;
};

struct Outcome {
  model::TestJudgement judgement;
  std::size_t left = 0;
};

/// Judges one test under a time limit of one second; every output is accepted. With `passes` it is
/// of a multi-pass problem, whose validator wants that many of at most three.
Outcome judge(Reports reports, int repeat = 1, int passes = 0) {
  const TestFolder folder;
  model::Problem problem;
  problem.tests.emplace_back();
  problem.tests[0].name = "secret/1";
  problem.tests[0].input = folder.write("1.in", "1\n");
  problem.is_multi_pass = passes > 0;
  problem.limits.validation_passes = 3;
  Plan plan;
  plan.problem = &problem;
  plan.tests = {0};
  plan.repeat = repeat;
  PlannedSubmission planned;
  planned.limits = {std::chrono::seconds(1), std::chrono::seconds(3), mib(64), mib(1)};
  ScriptedFactory boxes(std::move(reports));
  TestRunner runner(plan, boxes, std::make_unique<AskingChecker>(passes), -1);
  const Executable executable;
  runner.begin(executable, planned);
  Outcome outcome{runner.judge(0), 0};
  outcome.left = boxes.left();
  return outcome;
}

Reports script(Result<box::RunReport> first, Result<box::RunReport> second) {
  Reports reports;
  reports.push_back(std::move(first));
  reports.push_back(std::move(second));
  return reports;
}

TEST(TestRunner, KeepsTheHashOfAnOutputThatIsWrongButNotCutShort) {
  auto crashed = ended(5);
  crashed->exit_status = 1;
  const Outcome failed = judge(script(std::move(crashed), ended(1)));
  EXPECT_EQ(failed.judgement.verdict, Verdict::rte);
  EXPECT_EQ(failed.judgement.output_sha256, store::sha256("written\n"));
  const Outcome slow = judge(script(stopped(1100), ended(1)));
  EXPECT_EQ(slow.judgement.verdict, Verdict::tle);
  EXPECT_EQ(slow.judgement.output_sha256, "");
  const Outcome accepted = judge(script(ended(5), ended(1)));
  EXPECT_EQ(accepted.judgement.verdict, Verdict::ac);
  EXPECT_EQ(accepted.judgement.output_sha256, "");
}

TEST(TestRunner, TriesAnotherBoxOnceWhenOneBreaks) {
  const Outcome once = judge(script(broken(), ended(5)));
  EXPECT_EQ(once.judgement.verdict, Verdict::ac);
  const Outcome twice = judge(script(broken(), broken()));
  EXPECT_EQ(twice.judgement.verdict, Verdict::je);
  EXPECT_EQ(twice.judgement.message, "the box broke");
}

TEST(TestRunner, RunsAgainWhatASignalForTheJudgeMayHaveEnded) {
  auto terminated = ended(5);
  terminated->exited = false;
  terminated->signal = SIGTERM;
  auto in_good_order = ended(5);
  in_good_order->exit_status = 128 + SIGTERM;
  EXPECT_EQ(judge(script(std::move(terminated), ended(5))).judgement.verdict, Verdict::ac);
  EXPECT_EQ(judge(script(std::move(in_good_order), ended(5))).judgement.verdict, Verdict::ac);
  const auto by_itself = [] {
    auto report = ended(5);
    report->exited = false;
    report->signal = SIGHUP;
    return report;
  };
  const Outcome twice = judge(script(by_itself(), by_itself()));
  EXPECT_EQ(twice.judgement.verdict, Verdict::rte);
  EXPECT_EQ(twice.judgement.message, "ended by signal 1 (SIGHUP)");
}

TEST(TestRunner, GivesEveryPassTheLimitsOfATest) {
  const Outcome fast = judge(script(ended(700), ended(600)), 1, 2);
  EXPECT_EQ(fast.judgement.verdict, Verdict::ac);
  EXPECT_EQ(fast.judgement.passes, 2);
  EXPECT_EQ(fast.judgement.run.cpu, std::chrono::milliseconds(700));
  const Outcome slow = judge(script(ended(5), stopped(1100)), 1, 3);
  EXPECT_EQ(slow.judgement.verdict, Verdict::tle);
  EXPECT_EQ(slow.judgement.passes, 2);
  EXPECT_EQ(slow.judgement.pass_input, "next");
  EXPECT_EQ(judge(script(ended(5), ended(5))).judgement.passes, 0);
}

TEST(TestRunner, TriesAnotherBoxInALaterPassToo) {
  Reports once = script(ended(5), broken());
  once.push_back(ended(6));
  EXPECT_EQ(judge(std::move(once), 1, 2).judgement.verdict, Verdict::ac);
  Reports twice = script(ended(5), broken());
  twice.push_back(broken());
  const Outcome got = judge(std::move(twice), 1, 2);
  EXPECT_EQ(got.judgement.verdict, Verdict::je);
  EXPECT_EQ(got.judgement.passes, 2);
  EXPECT_EQ(got.judgement.message, "the box broke");
}

TEST(TestRunner, EndsATestThatAsksForTooManyPasses) {
  Reports reports = script(ended(5), ended(5));
  reports.push_back(ended(5));
  const Outcome got = judge(std::move(reports), 1, 4);
  EXPECT_EQ(got.judgement.verdict, Verdict::je);
  EXPECT_EQ(got.judgement.passes, 3);
  EXPECT_NE(got.judgement.message.find("asks for pass 4"), std::string::npos);
}

TEST(TestRunner, TellsWhenRepeatsDisagree) {
  const Outcome got = judge(script(ended(5), stopped(1100)), 2);
  EXPECT_EQ(got.judgement.verdict, Verdict::tle);
  EXPECT_EQ(got.judgement.repeats.size(), 2U);
  EXPECT_EQ(got.judgement.hints.size(), 1U);
  EXPECT_TRUE(judge(script(ended(5), ended(6)), 2).judgement.hints.empty());
}

}  // namespace
}  // namespace arbiter::judge
