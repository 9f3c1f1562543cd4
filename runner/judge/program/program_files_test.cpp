#include "judge/program/program_files.hpp"

#include <gmock/gmock.h>

#include "judge/fake_box.hpp"

namespace arbiter::judge {
namespace {

using ::testing::HasSubstr;

TEST(ReadyBinary, IsAProgramOfThisMachine) {
  EXPECT_EQ(why_not_runnable("/proc/self/exe"), "");
}

TEST(ReadyBinary, SaysWhyNot) {
  const TestFolder folder;
  std::string head = read_all("/proc/self/exe").substr(0, 64);
  EXPECT_THAT(why_not_runnable(folder.write("text", "#!/bin/sh\n")), HasSubstr("not a program"));
  EXPECT_THAT(why_not_runnable(folder.write("cut", head.substr(0, 10))),
              HasSubstr("not a program"));
  std::string object = head;
  object[16] = 1;
  EXPECT_THAT(why_not_runnable(folder.write("object", object)), HasSubstr("linked"));
  std::string foreign = head;
  foreign[18] = static_cast<char>(foreign[18] + 1);
  EXPECT_THAT(why_not_runnable(folder.write("foreign", foreign)), HasSubstr("another kind"));
}

}  // namespace
}  // namespace arbiter::judge
