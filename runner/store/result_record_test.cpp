#include "store/result_record.hpp"

#include <gtest/gtest.h>

namespace arbiter::store {
namespace {

using model::TestJudgement;
using model::Verdict;

/// Stands for the archive: one test at a time is enough.
TestJudgement written;
ResultCodec codec() {
  ResultCodec made;
  made.write_test = [](const TestJudgement& test) {
    written = test;
    return std::string("{\"written\":1}");
  };
  made.read_test = [](std::string_view line) -> std::optional<TestJudgement> {
    if (line != "{\"written\":1}") return std::nullopt;
    return written;
  };
  return made;
}

TestJudgement accepted() {
  TestJudgement test;
  test.name = "secret/1";
  test.verdict = Verdict::ac;
  test.run.ending = model::Ending::exited;
  test.run.cpu = Nanoseconds(1234567);
  test.run.wall = Nanoseconds(7654321);
  test.run.memory = kib(3300);
  test.run.processes = 2;
  test.run.was_rerun = true;
  return test;
}

TEST(ResultRecord, WhatWentWellIsAFewNumbers) {
  const std::string record = test_record(codec(), accepted());
  EXPECT_EQ(record, "\"ac 1234567 7654321 3379200 2 0 1\"");
  const auto back = read_test_record(codec(), record, "secret/1");
  ASSERT_TRUE(back);
  EXPECT_EQ(back->name, "secret/1");
  EXPECT_EQ(back->verdict, Verdict::ac);
  EXPECT_EQ(back->run.cpu.count(), 1234567);
  EXPECT_EQ(back->run.wall.count(), 7654321);
  EXPECT_EQ(back->run.memory, kib(3300));
  EXPECT_EQ(back->run.processes, 2);
  EXPECT_FALSE(back->run.approximate);
  EXPECT_TRUE(back->run.was_rerun);
}

TEST(ResultRecord, WhatACheckerSaidOrScoredIsNotLost) {
  for (const int what : {0, 1, 2, 3}) {
    TestJudgement test = accepted();
    if (what == 0) test.message = "well done";
    if (what == 1) test.score_file = 0.5;
    if (what == 2) test.passes = 2;
    if (what == 3) test.verdict = Verdict::wa;
    EXPECT_EQ(test_record(codec(), test), "{\"written\":1}");
    EXPECT_EQ(written.message, test.message);
    EXPECT_EQ(written.score_file, test.score_file);
    EXPECT_EQ(written.passes, test.passes);
    EXPECT_EQ(written.verdict, test.verdict);
  }
}

TEST(ResultRecord, DamagedAndForeignRecordsAreNone) {
  for (const char* record :
       {"\"ac 1 2 3 4 5\"", "\"ac 1 2 3 4 5 x\"", "\"ac \"", "\"ac 1 2 3 4 5 6", "17", ""}) {
    EXPECT_FALSE(read_test_record(codec(), record, "secret/1")) << record;
  }
  TestJudgement test = accepted();
  test.verdict = Verdict::wa;
  const std::string record = test_record(codec(), test);
  EXPECT_TRUE(read_test_record(codec(), record, "secret/1"));
  EXPECT_FALSE(read_test_record(codec(), record, "secret/2"));
}

TEST(ResultRecord, ClippingTwiceIsClippingOnce) {
  model::SubmissionJudgement submission;
  for (int i = 0; i < 9; ++i) {
    TestJudgement test = accepted();
    test.verdict = i == 4 ? Verdict::ac : Verdict::wa;
    test.output_head.assign(5000, static_cast<char>('a' + i));
    test.error_tail = std::string(3000, 'x') + "end";
    submission.tests.push_back(test);
  }
  clip(submission);
  EXPECT_EQ(submission.tests[0].output_head.size(), 1024U);
  EXPECT_TRUE(submission.tests[0].error_tail.ends_with("end"));
  EXPECT_TRUE(submission.tests[4].output_head.empty());
  EXPECT_EQ(submission.tests[5].output_head.size(), 1024U);
  EXPECT_TRUE(submission.tests[6].output_head.empty());
  const auto once = submission;
  clip(submission);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(submission.tests[i].output_head, once.tests[i].output_head);
    EXPECT_EQ(submission.tests[i].error_tail, once.tests[i].error_tail);
  }
}

}  // namespace
}  // namespace arbiter::store
