#include "model/reason.hpp"

#include <gtest/gtest.h>

namespace arbiter::model {
namespace {

// The checker, the compiler or the judge says why in its own words.
bool is_told_elsewhere(Verdict verdict) {
  return verdict == Verdict::ac || verdict == Verdict::wa || verdict == Verdict::ce ||
         verdict == Verdict::je;
}

TEST(Reason, EveryFailureOfARunHasOneInThreeLengths) {
  for (const VerdictRow& row : verdict_table()) {
    if (is_told_elsewhere(row.verdict)) continue;
    TestJudgement test;
    test.verdict = row.verdict;
    EXPECT_NE(reason(row.verdict, test.run, {}), "") << row.code;
    EXPECT_NE(lasting_reason(test, {}), "") << row.code;
    EXPECT_NE(short_reason(test, {}), "") << row.code;
  }
}

}  // namespace
}  // namespace arbiter::model
