#include "report/text/text_table.hpp"

#include <gtest/gtest.h>

namespace arbiter::report {
namespace {

TextTable small() {
  TextTable table({{"name", Align::left, Clip::front, 6, 100},
                   {"verdict", Align::left, Clip::never, 0, 100},
                   {"time", Align::right, Clip::never, 0, 50},
                   {"note", Align::left, Clip::end, 4, 40}});
  table.add({"secret/01", Cell("AC", "32"), "1 ms", ""});
  table.add({"secret/02-åäö", Cell("WA", "31"), "12 ms", "line 3"});
  return table;
}

TEST(TextTable, AlignsColumns) {
  EXPECT_EQ(small().text({false, 80}, 2),
            "  name           verdict   time  note\n"
            "  secret/01      AC        1 ms\n"
            "  secret/02-åäö  WA       12 ms  line 3\n");
}

TEST(TextTable, ClipsBeforeItLeavesOut) {
  EXPECT_EQ(small().text({false, 34}, 0),
            "name          verdict   time  note\n"
            "secret/01     AC        1 ms\n"
            "…cret/02-åäö  WA       12 ms  lin…\n");
}

TEST(TextTable, LeavesOutTheLeastImportant) {
  EXPECT_EQ(small().text({false, 22}, 0),
            "name    verdict   time\n"
            "…et/01  AC        1 ms\n"
            "…2-åäö  WA       12 ms\n");
  EXPECT_EQ(small().left_out({false, 22}, 0), std::vector<std::string>{"note"});
}

TEST(TextTable, ColoursDoNotMoveColumns) {
  EXPECT_EQ(small().text({true, 16}, 0),
            "\x1b[2mname\x1b[0m     \x1b[2mverdict\x1b[0m\n"
            "…ret/01  \x1b[32mAC\x1b[0m\n"
            "…02-åäö  \x1b[31mWA\x1b[0m\n");
}

TEST(TextTable, ColumnsWithoutContentAreLeftOut) {
  TextTable table(
      {{"a", Align::left, Clip::never, 0, 100}, {"empty", Align::left, Clip::never, 0, 100}});
  table.add({"1", ""});
  table.add_heading("group");
  table.add({"22"});
  EXPECT_EQ(table.text({false, 80}, 1), " a\n 1\ngroup\n 22\n");
}

}  // namespace
}  // namespace arbiter::report
