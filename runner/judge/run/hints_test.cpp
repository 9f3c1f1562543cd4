#include "judge/run/hints.hpp"

#include <gmock/gmock.h>
#include <signal.h>

namespace arbiter::judge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> hints(model::RunRecord record, std::string_view output = "3\n",
                               std::string_view error = {}, bool is_right = false) {
  const model::RunLimits limits{std::chrono::seconds(1), std::chrono::seconds(3), mib(64), mib(1)};
  return hints_of({record, limits, output, error, is_right});
}

model::RunRecord exited(int status) {
  model::RunRecord record;
  record.ending = model::Ending::exited;
  record.exit_status = status;
  return record;
}

model::RunRecord crashed(Bytes memory) {
  model::RunRecord record;
  record.ending = model::Ending::signalled;
  record.signal = SIGSEGV;
  record.memory = memory;
  return record;
}

TEST(Hints, AreNoneWhereNothingIsKnown) {
  EXPECT_THAT(hints(exited(0)), IsEmpty());
  EXPECT_THAT(hints(exited(1), "4\n", "Traceback: ValueError"), IsEmpty());
  EXPECT_THAT(hints(crashed(mib(10))), IsEmpty());
}

TEST(Hints, TellWhatPeopleOverlook) {
  EXPECT_THAT(hints(exited(1), "3\n", {}, true),
              ElementsAre(HasSubstr("the output is right, but the program ended with status 1")));
  EXPECT_THAT(hints(exited(0), ""), ElementsAre(HasSubstr("printed nothing at all")));
  EXPECT_THAT(hints(crashed(mib(1)), ""), ElementsAre(HasSubstr("or it was not flushed")));
  EXPECT_THAT(hints(crashed(mib(60)), ""), ElementsAre(HasSubstr("The stack is full")));
  EXPECT_THAT(hints(exited(1), "3\n", "RecursionError: maximum recursion depth exceeded"),
              ElementsAre(HasSubstr("is the recursion infinite?")));
  EXPECT_THAT(hints(exited(1), "3\n",
                    "NameError: name 'raw_input' is not defined\n"
                    "NameError: name 'xrange' is not defined"),
              ElementsAre(HasSubstr("Python 2 code")));
  EXPECT_THAT(hints(exited(1), "3\n",
                    "SyntaxError: Non-UTF-8 code starting with '\\xf6' in file a.py on line 1"),
              ElementsAre(HasSubstr("save it as UTF-8")));
}

TEST(NamedFiles, AreLiteralsThatEndLikeData) {
  EXPECT_THAT(named_files("freopen(\"a.in\", \"r\", stdin);\n x = open('B-1.TXT', 'w')\n"
                          "  // open(\"old.in\")\n# open('older.in')\n"
                          "puts(\"it's a.in\"); puts(\".in\"); puts(\"../b.in\"); puts(\"a.in\n"),
              ElementsAre("a.in", "B-1.TXT"));
  std::string many;
  for (int i = 0; i < 20; ++i)
    many += "open('" + std::to_string(i) + ".in')\n";
  EXPECT_EQ(named_files(many).size(), 8U);
}

}  // namespace
}  // namespace arbiter::judge
