#include "judge/run/passes.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "base/file.hpp"
#include "base/test_folder.hpp"

namespace arbiter::judge {
namespace {

using model::Verdict;

PassEnd end_with(std::optional<std::string> next, std::string fault = {}) {
  PassEnd end;
  end.next_input = std::move(next);
  end.fault = std::move(fault);
  return end;
}

TEST(Passes, GoOnOrEndByTheRules) {
  struct Case {
    Verdict verdict;
    bool asks;
    int number;
    bool goes_on;
    std::string fault;  ///< a part of it
  };
  const std::vector<Case> cases = {
      {Verdict::ac, false, 1, false, ""},
      {Verdict::ac, true, 1, true, ""},
      {Verdict::ac, true, 2, true, ""},
      {Verdict::ac, true, 3, false, "asks for pass 4, but there are at most 3"},
      {Verdict::ac, false, 3, false, ""},
      {Verdict::wa, false, 1, false, ""},
      {Verdict::wa, true, 1, false, "rejected"},
      {Verdict::wa, true, 3, false, "rejected"},
      // A game may leave an input for the next one before the submission fails.
      {Verdict::tle, true, 1, false, ""},
      {Verdict::rte, true, 1, false, ""},
      {Verdict::mle, true, 2, false, ""},
      {Verdict::ole, true, 1, false, ""},
      {Verdict::je, true, 1, false, ""},
  };
  for (const Case& c : cases) {
    const PassEnd end = end_with(c.asks ? std::optional<std::string>("2\n") : std::nullopt);
    const PassStep step = after_pass(c.verdict, end, c.number, 3);
    const std::string what = std::string(model::code(c.verdict)) + std::to_string(c.number);
    EXPECT_EQ(step.goes_on, c.goes_on) << what;
    EXPECT_EQ(step.fault.empty(), c.fault.empty()) << what << step.fault;
    EXPECT_NE(step.fault.find(c.fault), std::string::npos) << what << step.fault;
  }
}

TEST(Passes, AreAtFaultWhenWhatMustBeKeptCannotBe) {
  EXPECT_NE(after_pass(Verdict::ac, end_with("2", "a link"), 1, 2).fault.find("a link"),
            std::string::npos);
  EXPECT_TRUE(after_pass(Verdict::ac, end_with(std::nullopt, "a link"), 1, 2).fault.empty());
}

JudgedPass judged(Verdict verdict, int ms, std::optional<std::string> next = std::nullopt) {
  JudgedPass pass;
  pass.judgement.verdict = verdict;
  pass.judgement.run.cpu = std::chrono::milliseconds(ms);
  pass.judgement.run.wall = std::chrono::milliseconds(100 - ms);
  pass.judgement.run.memory = mib(ms);
  pass.judgement.message = std::to_string(ms);
  pass.end.next_input = std::move(next);
  pass.end.feedback.files = {{"feedback/state", std::to_string(ms), false}};
  return pass;
}

TEST(Passes, ReportTheLastOneAndTheLargestDemands) {
  std::vector<std::pair<int, std::string>> seen;
  const auto judge = [&](const Pass& pass) {
    const std::string* state = pass.feedback.find("feedback/state");
    seen.emplace_back(pass.number, pass.input.value_or("the test's") + " " +
                                       (state == nullptr ? "nothing" : *state));
    if (pass.number == 1) return judged(Verdict::ac, 10, "second");
    if (pass.number == 2) return judged(Verdict::ac, 30, "third");
    return judged(Verdict::wa, 20);
  };
  const model::TestJudgement test = judge_passes(5, judge);
  const std::vector<std::pair<int, std::string>> wanted = {
      {1, "the test's nothing"}, {2, "second 10"}, {3, "third 30"}};
  EXPECT_EQ(seen, wanted);
  EXPECT_EQ(test.verdict, Verdict::wa);
  EXPECT_EQ(test.passes, 3);
  EXPECT_EQ(test.message, "20");
  EXPECT_EQ(test.pass_input, "third");
  EXPECT_EQ(test.run.cpu, std::chrono::milliseconds(30));
  EXPECT_EQ(test.run.wall, std::chrono::milliseconds(90));
  EXPECT_EQ(test.run.memory, mib(30));
}

TEST(Passes, KeepNoInputOfWhatIsRight) {
  const auto judge = [](const Pass& pass) {
    return judged(Verdict::ac, 1,
                  pass.number == 1 ? std::optional<std::string>("x") : std::nullopt);
  };
  const model::TestJudgement test = judge_passes(2, judge);
  EXPECT_EQ(test.verdict, Verdict::ac);
  EXPECT_EQ(test.passes, 2);
  EXPECT_EQ(test.pass_input, "");
}

TEST(Passes, BoundTheInputThatIsKept) {
  const auto judge = [](const Pass& pass) {
    if (pass.number == 1) return judged(Verdict::ac, 1, std::string(1'000'000, 'x'));
    return judged(Verdict::wa, 1);
  };
  EXPECT_EQ(judge_passes(2, judge).pass_input, std::string(4096, 'x'));
}

UniqueFd holding(const std::string& bytes) {
  auto file = sealed_memory_file("test", bytes);
  EXPECT_TRUE(file);
  return file ? std::move(file).value() : UniqueFd();
}

TEST(Passes, CarryTheFeedbackFolderAlong) {
  using Kind = box::GatheredKind;
  box::RunReport report;
  report.collected.push_back(holding("next"));
  report.gathered.push_back({Kind::folder, "feedback/a", {}});
  report.gathered.push_back({Kind::executable, "feedback/a/run", holding("program")});
  report.gathered.push_back({Kind::file, "feedback/nextpass.in", holding("next")});
  auto end = end_of_pass(report);
  ASSERT_TRUE(end);
  EXPECT_TRUE(report.collected.empty());
  EXPECT_EQ(end->next_input, "next");
  EXPECT_EQ(end->fault, "");
  EXPECT_EQ(end->feedback.find("feedback/nextpass.in"), nullptr);
  Pass pass;
  pass.feedback = std::move(end->feedback);
  box::RunRequest request;
  request.folders = {"feedback"};
  const auto kept = continue_from(&pass, request);
  ASSERT_TRUE(kept);
  EXPECT_EQ(request.gather, "feedback");
  EXPECT_EQ(request.collect.back(), "feedback/nextpass.in");
  EXPECT_EQ(request.folders, (std::vector<std::string>{"feedback", "feedback/a"}));
  ASSERT_EQ(request.files.size(), 1U);
  EXPECT_EQ(request.files[0].path, "feedback/a/run");
  EXPECT_TRUE(request.files[0].executable);
  EXPECT_EQ(MappedFile::of_descriptor(request.files[0].fd)->bytes(), "program");
}

TEST(Passes, TellWhatCannotBeKept) {
  using Kind = box::GatheredKind;
  box::RunReport report;
  report.collected.emplace_back();
  report.gathered.push_back({Kind::other, "feedback/pipe", {}});
  auto end = end_of_pass(report);
  ASSERT_TRUE(end);
  EXPECT_NE(end->fault.find("feedback/pipe"), std::string::npos);
  EXPECT_FALSE(end->next_input);
  report.collected.emplace_back();
  report.gathered[0].path = "feedback/nextpass.in";
  end = end_of_pass(report);
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->next_input);
  EXPECT_NE(end->fault.find("not a regular file"), std::string::npos);
  report.collected.emplace_back();
  report.gathered.clear();
  report.gathered_all = false;
  end = end_of_pass(report);
  ASSERT_TRUE(end);
  EXPECT_NE(end->fault.find("more than 64"), std::string::npos);
  EXPECT_FALSE(end_of_pass(report)) << "nothing was asked for";
}

TEST(Passes, HaveTheTestsInputFirst) {
  const TestFolder folder;
  model::TestCase test;
  test.input = folder.write("1.in", "first");
  Pass pass;
  const auto text = [&](const Pass* of) {
    const auto file = input_of(test, of);
    return file ? *read_descriptor(file->get()) : file.error().text();
  };
  EXPECT_EQ(text(nullptr), "first");
  EXPECT_EQ(text(&pass), "first");
  pass.input = "second";
  EXPECT_EQ(text(&pass), "second");
}

}  // namespace
}  // namespace arbiter::judge
