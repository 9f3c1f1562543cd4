#include "base/command.hpp"

#include <gtest/gtest.h>

namespace arbiter {
namespace {

TEST(RunCommand, GivesInputAndTakesBothOutputs) {
  const auto ran = run_command({"sh", "-c", "cat; echo no >&2; exit 3"}, std::chrono::seconds(60),
                               "some text\n");
  ASSERT_TRUE(ran) << ran.error().text();
  EXPECT_EQ(ran->status, 3);
  EXPECT_EQ(ran->output, "some text\n");
  EXPECT_EQ(ran->errors, "no\n");
}

TEST(RunCommand, GivesWordsAsTheyAre) {
  const auto ran = run_command({"printf", "%s", "a b; $HOME\n'"});
  ASSERT_TRUE(ran);
  EXPECT_EQ(ran->output, "a b; $HOME\n'");
}

TEST(RunCommand, SaysThatACommandIsMissing) {
  const auto ran = run_command({"no-such-command-anywhere"});
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().kind, ErrorKind::nothing_matched);
  EXPECT_NE(ran.error().message.find("no-such-command-anywhere"), std::string::npos);
}

TEST(RunCommand, KillsWhatTakesTooLong) {
  const auto ran =
      run_command({"sh", "-c", "echo begun; sleep 1000"}, std::chrono::milliseconds(50));
  ASSERT_TRUE(ran);
  EXPECT_EQ(ran->status, -1);
}

}  // namespace
}  // namespace arbiter
