#include "store/results.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "base/file.hpp"
#include "base/temp_dir.hpp"

namespace arbiter::store {
namespace {

using model::TestJudgement;
using model::Verdict;

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

class ResultsTest : public ::testing::Test {
 protected:
  std::unique_ptr<Journal> open() { return std::move(*Journal::open(dir_->path() / "out")); }
  std::string text() { return *read_file(dir_->path() / "out" / k_journal_name); }

  Result<TempDir> dir_ = TempDir::make("results-test");
};

TEST_F(ResultsTest, WhatWentWellIsAFewNumbers) {
  ASSERT_TRUE(keep_test(*open(), "k", accepted()));
  EXPECT_NE(text().find(R"("value":"ac 1234567 7654321 3379200 2 0 1"})"), std::string::npos);
  EXPECT_EQ(find_test(*open(), "k", "secret/1"), accepted());
  EXPECT_FALSE(find_test(*open(), "l", "secret/1"));
}

TEST_F(ResultsTest, WhatACheckerSaidOrScoredIsNotLost) {
  for (const int what : {0, 1, 2, 3}) {
    TestJudgement test = accepted();
    if (what == 0) test.message = "well done";
    if (what == 1) test.score_file = 0.5;
    if (what == 2) test.passes = 2;
    if (what == 3) test.verdict = Verdict::wa;
    ASSERT_TRUE(keep_test(*open(), "k", test));
    const auto journal = open();
    EXPECT_EQ(find_test(*journal, "k", "secret/1"), test);
    EXPECT_FALSE(find_test(*journal, "k", "secret/2")) << "it is of another test";
  }
}

TEST_F(ResultsTest, FaultsOfTheJudgeAreNotKept) {
  TestJudgement test = accepted();
  test.verdict = Verdict::je;
  ASSERT_TRUE(keep_test(*open(), "k", test));
  EXPECT_FALSE(find_test(*open(), "k", "secret/1"));
  model::SubmissionJudgement submission;
  submission.compile.fault = "no compiler";
  ASSERT_TRUE(keep_compile(*open(), "k", submission));
  EXPECT_FALSE(find_compile(*open(), "k"));
  submission.compile.fault.clear();
  submission.compile.log = "warning";
  ASSERT_TRUE(keep_compile(*open(), "k", submission));
  EXPECT_EQ(find_compile(*open(), "k"), submission.compile);
}

TEST_F(ResultsTest, OtherRecordsAreNone) {
  for (const char* record :
       {"\"ac 1 2 3 4 5\"", "\"ac 1 2 3 4 5 x\"", "\"ac \"", "\"ac 1 2 3 4 5 6", "17", ""}) {
    ASSERT_TRUE(open()->append("test", "k", record));
    EXPECT_FALSE(find_test(*open(), "k", "secret/1")) << record;
  }
}

TEST(Results, ClippingTwiceIsClippingOnce) {
  model::SubmissionJudgement submission;
  for (int i = 0; i < 9; ++i) {
    TestJudgement test = accepted();
    test.verdict = i == 4 ? Verdict::ac : Verdict::wa;
    test.output_head.assign(5000, static_cast<char>('a' + i));
    test.error_tail = std::string(3000, 'x') + "end";
    test.input = model::FileHead{"secret", Bytes{6}, 1, "hash"};
    submission.tests.push_back(test);
  }
  clip(submission);
  EXPECT_EQ(submission.tests[0].output_head.size(), 1024U);
  EXPECT_TRUE(submission.tests[0].error_tail.ends_with("end"));
  EXPECT_FALSE(submission.tests[0].input);
  EXPECT_TRUE(submission.tests[4].output_head.empty());
  EXPECT_EQ(submission.tests[5].output_head.size(), 1024U);
  EXPECT_TRUE(submission.tests[6].output_head.empty());
  const auto once = submission;
  clip(submission);
  EXPECT_EQ(submission, once);
}

}  // namespace
}  // namespace arbiter::store
