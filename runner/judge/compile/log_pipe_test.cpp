#include "judge/compile/log_pipe.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/file.hpp"

namespace arbiter::judge {
namespace {

TEST(LogPipe, GivesWhatWasWritten) {
  auto log = LogPipe::open(kib(64));
  ASSERT_TRUE(log);
  ASSERT_TRUE(write_all(log->write_end(), "one\ntwo"));
  EXPECT_EQ(log->finish(), "one\ntwo");
}

TEST(LogPipe, KeepsTheBeginningOfAFlood) {
  auto log = LogPipe::open(Bytes{100});
  ASSERT_TRUE(log);
  ASSERT_TRUE(write_all(log->write_end(), std::string(1000000, 'x')));
  const std::string text = log->finish();
  EXPECT_EQ(text, std::string(100, 'x') + "\n[only the first 100 B of the messages are kept]\n");
}

TEST(LogPipe, DoesNotWaitForACopyOfItsEnd) {
  auto log = LogPipe::open(kib(1));
  ASSERT_TRUE(log);
  const UniqueFd copy(::dup(log->write_end()));
  ASSERT_TRUE(write_all(copy.get(), "kept"));
  EXPECT_EQ(log->finish(), "kept");
}

TEST(LogPipe, MayBeDroppedUnread) {
  auto log = LogPipe::open(kib(1));
  ASSERT_TRUE(log);
  ASSERT_TRUE(write_all(log->write_end(), "never read"));
}

}  // namespace
}  // namespace arbiter::judge
