#include "base/result.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <memory>

namespace arbiter {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return usage_error("odd", "give an even number");
  return n / 2;
}

Result<int> quarter(int n) {
  ARBITER_TRY(once, half(n));
  ARBITER_TRY(twice, half(once));
  return twice;
}

Result<void> must_divide(int n) {
  ARBITER_CHECK(n == 0 ? Result<void>(judge_error("zero")) : Result<void>());
  ARBITER_TRY(unused, half(n));
  static_cast<void>(unused);
  return {};
}

TEST(Result, TryReturnsTheFirstErrorUnchanged) {
  EXPECT_EQ(quarter(12).value(), 3);
  const auto failed = quarter(6);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, ErrorKind::usage);
  EXPECT_EQ(failed.error().message, "odd");
  EXPECT_EQ(failed.error().help, "give an even number");
}

TEST(Result, CheckReturnsTheErrorOfAResultWithoutValue) {
  EXPECT_TRUE(must_divide(2));
  EXPECT_EQ(must_divide(0).error().message, "zero");
  EXPECT_EQ(must_divide(3).error().message, "odd");
}

TEST(Result, HoldsWhatCanOnlyBeMoved) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 7);
}

TEST(Error, TextNamesTheOutermostContextFirst) {
  Error error = system_error("cannot open", ENOENT);
  EXPECT_EQ(error.text(), "cannot open: No such file or directory");
  error = std::move(error).within("reading the list").within("loading");
  EXPECT_EQ(error.text(), "loading: reading the list: cannot open: No such file or directory");
  EXPECT_EQ(error.kind, ErrorKind::judge);
}

TEST(Error, EveryKindHasItsExitStatus) {
  EXPECT_EQ(exit_status(ErrorKind::usage), 2);
  EXPECT_EQ(exit_status(ErrorKind::invalid_package), 3);
  EXPECT_EQ(exit_status(ErrorKind::judge), 5);
  EXPECT_EQ(exit_status(ErrorKind::nothing_matched), 4);
  EXPECT_EQ(exit_status(ErrorKind::interrupted), 130);
}

}  // namespace
}  // namespace arbiter
