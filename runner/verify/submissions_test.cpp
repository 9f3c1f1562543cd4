#include <gtest/gtest.h>

#include <chrono>

#include "verify/verify.hpp"

namespace arbiter::verify {
namespace {

using model::Verdict;

/// A submission with these verdicts on secret/1, secret/2, ...
model::SubmissionJudgement judged(const std::string& name, const std::vector<Verdict>& verdicts) {
  model::SubmissionJudgement one;
  one.path = "p/submissions/" + name;
  one.label = name.substr(0, name.find('/'));
  one.as_expected = true;
  one.verdict = Verdict::ac;
  one.compile.ok = true;
  one.limits.time = std::chrono::seconds(1);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    model::TestJudgement test;
    test.name = "secret/" + std::to_string(i + 1);
    test.verdict = verdicts[i];
    test.run.cpu = std::chrono::milliseconds(100 * (i + 1));
    one.tests.push_back(test);
    if (verdicts[i] != Verdict::ac) one.verdict = verdicts[i];
  }
  return one;
}

model::Judgement of(std::vector<model::SubmissionJudgement> all) {
  model::Judgement judgement;
  judgement.submissions = std::move(all);
  return judgement;
}

judge::Submission accepted() {
  judge::Submission one;
  model::LabelRule rule;
  rule.permitted = {Verdict::ac};
  rule.required = {Verdict::ac};
  one.label = "accepted";
  one.rule = rule;
  return one;
}

TEST(Submissions, ThatAreAsLabelledGiveNoFinding) {
  EXPECT_TRUE(verify_submissions(of({judged("accepted/a.c", {Verdict::ac})})).findings.empty());
}

TEST(Submissions, ThatAreNotAreErrorsWithTheirPlace) {
  auto wrong = judged("wrong_answer/w.c", {Verdict::ac});
  wrong.as_expected = false;
  wrong.expectation_note = "no test ends with WA";
  const auto part = verify_submissions(of({wrong}));
  ASSERT_EQ(part.findings.size(), 1U);
  EXPECT_EQ(part.findings[0].severity, Severity::error);
  EXPECT_EQ(part.findings[0].code, code::k_not_as_labelled);
  EXPECT_EQ(part.findings[0].message,
            "wrong_answer/w.c is not as its folder says: no test ends with WA");
  EXPECT_EQ(part.findings[0].place->path, "p/submissions/wrong_answer/w.c");
}

TEST(Submissions, ThatTheJudgeFailsAtAreItsFault) {
  auto failed = judged("accepted/a.c", {Verdict::je});
  failed.as_expected = false;
  failed.tests[0].message = "no memory";
  const auto part = verify_submissions(of({failed}));
  ASSERT_EQ(part.findings.size(), 1U);
  EXPECT_EQ(part.findings[0].code, code::k_not_judged);
  EXPECT_EQ(part.findings[0].severity, Severity::error);
  EXPECT_NE(part.findings[0].message.find("secret/1: no memory"), std::string::npos);
}

TEST(Submissions, ThatThisMachineHasNoCompilerForAreNoFaultOfThePackage) {
  auto failed = judged("accepted/a.cs", {});
  failed.verdict = Verdict::je;
  failed.as_expected = false;
  const auto part = verify_submissions(of({failed}));
  ASSERT_EQ(part.findings.size(), 1U);
  EXPECT_EQ(part.findings[0].code, code::k_not_judged);
  EXPECT_EQ(part.findings[0].severity, Severity::warning);
}

TEST(Strength, TellsOfTestsThatFailNobodyAndOfThoseThatFailTheSame) {
  using enum Verdict;
  const auto part = verify_strength(
      of({judged("accepted/a.c", {ac, ac, ac, ac}), judged("wrong_answer/v.c", {wa, wa, ac, ac}),
          judged("wrong_answer/w.c", {ac, ac, wa, ac})}));
  ASSERT_EQ(part.findings.size(), 2U);
  EXPECT_EQ(part.findings[0].code, code::k_catches_nobody);
  EXPECT_EQ(part.findings[0].message, "test cases that no submission fails: 1 of 4, secret/4");
  EXPECT_EQ(part.findings[1].code, code::k_catches_the_same);
  EXPECT_NE(part.findings[1].message.find("secret/1, secret/2"), std::string::npos);
}

TEST(Strength, SaysNothingWhereNoSubmissionIsWrong) {
  auto right = judged("accepted/a.c", {Verdict::ac, Verdict::ac});
  right.tests[0].name = "sample/1";
  const auto part = verify_strength(of({right}));
  EXPECT_TRUE(part.findings.empty());
  EXPECT_EQ(part.summary, "test cases that some submission fails: 0 of 2");
}

TEST(Limits, WarnOfAcceptedSubmissionsThatAreNearThem) {
  model::PackageLimits limits;
  const auto judgement = of({judged("accepted/a.c", {Verdict::ac, Verdict::ac})});
  limits.ac_to_time_limit = 5;
  EXPECT_TRUE(verify_limits(judgement, {accepted()}, limits).findings.empty());
  limits.ac_to_time_limit = 6;
  const auto part = verify_limits(judgement, {accepted()}, limits);
  ASSERT_EQ(part.findings.size(), 1U);
  EXPECT_EQ(part.findings[0].code, code::k_near_limit);
  EXPECT_NE(part.findings[0].message.find("takes 0.200 s on secret/2"), std::string::npos);
}

TEST(Matrix, HasTheGreatestTimeAndTheGroups) {
  auto one = judged("accepted/a.c", {Verdict::ac, Verdict::ac});
  one.groups = {{"", Verdict::ac, {}, {}, true, {}},
                {"secret", Verdict::ac, 30.0, 40.0, true, {}},
                {"sample", Verdict::ac, {}, {}, true, {}}};
  const auto rows = matrix_of(of({one}));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].path, "accepted/a.c");
  EXPECT_EQ(rows[0].test, "secret/2");
  EXPECT_EQ(rows[0].time, std::chrono::milliseconds(200));
  EXPECT_EQ(rows[0].groups, "secret 30/40, sample AC");
}

}  // namespace
}  // namespace arbiter::verify
