#include <gmock/gmock.h>

#include "intake/intake_test_kit.hpp"

namespace arbiter::intake {
namespace {

using ::testing::HasSubstr;

class PlainLayouts : public IntakeTest {};

TEST_F(PlainLayouts, EqualProgramsHaveEqualHashes) {
  touch({"subs/ada/lab1.cpp", "subs/bob/LAB-1.cpp"});
  write("subs/eve/lab1.cpp", "int main() { return 1; }\n");
  take({"subs"});
  ASSERT_EQ(intake_->deliveries.size(), 3u);
  EXPECT_EQ(intake_->deliveries[0].sha256, intake_->deliveries[1].sha256);
  EXPECT_NE(intake_->deliveries[0].sha256, intake_->deliveries[2].sha256);
  EXPECT_EQ(intake_->deliveries[0].sha256.size(), 64u);
  EXPECT_EQ(intake_->deliveries[0].path, intake_->deliveries[1].path);
  EXPECT_EQ(intake_->deliveries[1].path.filename(), "main.cpp");
  EXPECT_EQ(*read_file(intake_->deliveries[1].path), k_main);
}

TEST_F(PlainLayouts, SaysWhatIsMissing) {
  options_.sources = {path("none")};
  const auto taken = take_in(options_, diagnostics_);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().kind, ErrorKind::usage);
  EXPECT_THAT(taken.error().message, HasSubstr("no such file"));
}

}  // namespace

}  // namespace arbiter::intake
