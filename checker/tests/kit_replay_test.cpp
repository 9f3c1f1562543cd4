#include <gtest/gtest.h>

#include <string>

#include "arbiter/replay.hpp"

namespace {

using arbiter::ReplayFrame;
using arbiter::ReplayThing;
using arbiter::ReplayZone;

TEST(ReplayWriter, WritesOneLineEach) {
  testing::internal::CaptureStdout();
  arbiter::ReplayWriter writer;
  writer.header("A \"game\"", "you", "judge");
  writer.frame({});
  ReplayFrame frame{0, "pit\t1"};
  frame.is_valid = false;
  frame.mark = "mistake";
  ReplayThing word{"apple", false, "good", "W"};
  word.head = 1;
  word.by = 1;
  frame.state = {ReplayZone::row("pits", {ReplayThing::beads(3), ReplayThing::beads(0, "moved")}),
                 ReplayZone::of_piles("piles", {{{"10"}, word}, {}}), ReplayZone::row("none", {})};
  writer.frame(frame);
  writer.end("over", "wrong");
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            R"({"schema":"arbiter-replay/1","title":"A \"game\"","players":["you","judge"]}
{"n":0,"state":{}}
{"n":1,"turn":0,"action":"pit\u00091","valid":false,"mark":"mistake","state":{"pits":[3,{"is":0,"mark":"moved"}],"piles":[["10",{"is":"apple","mark":"good","note":"W","head":1,"by":1}],[]],"none":[]}}
{"end":true,"reason":"over","result":"wrong"}
)");
}

TEST(ReplayCall, SplitsAGameIntoLines) {
  std::string pattern = testing::TempDir() + "arbiter-replay-XXXXXX";
  const int fd = mkstemp(pattern.data());
  ASSERT_GE(fd, 0);
  std::FILE* const file = fdopen(fd, "w");
  std::fputs("<3\n> elm\r\n\n>\n>last", file);
  std::fclose(file);
  ASSERT_NE(std::freopen(pattern.c_str(), "rb", stdin), nullptr);
  std::string program = "replay";
  char* argv[] = {program.data(), pattern.data(), pattern.data()};
  const arbiter::ReplayCall call(3, argv);
  std::remove(pattern.c_str());
  std::string shown;
  for (const arbiter::Said& said : call.game())
    shown += (said.by_submission ? "[>" : "[<") + said.text + "]";
  EXPECT_EQ(shown, "[<3][>elm][>][>last]");
  EXPECT_EQ(call.input, "<3\n> elm\r\n\n>\n>last");
}

}  // namespace
