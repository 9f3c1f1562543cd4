#include "base/csv.hpp"

#include <gmock/gmock.h>

namespace arbiter {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> texts(const CsvRow& row) {
  std::vector<std::string> all;
  for (const CsvCell& cell : row.cells)
    all.push_back(cell.text);
  return all;
}

CsvTable parsed(std::string_view bytes) {
  auto table = parse_csv(bytes);
  EXPECT_TRUE(table) << table.error().text();
  return table ? *std::move(table) : CsvTable{};
}

TEST(Csv, ReadsQuotesDelimitersAndNewlinesInFields) {
  const CsvTable table = parsed("a,b\r\n\"x,\"\"y\"\"\",\"1\r\n2\"\r\n,\r\n");
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_THAT(texts(table.rows[0]), ElementsAre("a", "b"));
  EXPECT_THAT(texts(table.rows[1]), ElementsAre("x,\"y\"", "1\r\n2"));
  EXPECT_THAT(texts(table.rows[2]), ElementsAre("", ""));
  EXPECT_EQ(table.rows[1].line, 2);
  EXPECT_EQ(table.rows[2].line, 4);
  EXPECT_EQ(table.rows[1].text(7), "");
}

TEST(Csv, FindsTheDelimiterThatTheRowsAgreeOn) {
  EXPECT_EQ(parsed("id;points\na;1,5\nb;2,5\n").delimiter, ';');
  EXPECT_EQ(parsed("id\tname\n1\tA, B\n").delimiter, '\t');
  EXPECT_EQ(parsed("name\nAda\n").delimiter, ',');
  EXPECT_EQ(parsed("a;b;c,d;e\n1;2;3,0;4\n").delimiter, ';');
  EXPECT_EQ(parsed("\"a;b;c\",d\n").delimiter, ',');
}

TEST(Csv, SkipsMarkBlankLinesAndSpreadsheetsHint) {
  const CsvTable table = parsed("\xEF\xBB\xBFsep=;\r\nid;name\r\n\r\n1;Ada, Countess\r\n");
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_THAT(texts(table.rows[0]), ElementsAre("id", "name"));
  EXPECT_EQ(table.rows[0].line, 2);
  EXPECT_EQ(table.rows[1].line, 4);
  EXPECT_THAT(texts(table.rows[1]), ElementsAre("1", "Ada, Countess"));
}

TEST(Csv, KeepsOddButHarmlessText) {
  const CsvTable table = parsed("5\" disk,x\rlast");
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_THAT(texts(table.rows[0]), ElementsAre("5\" disk", "x"));
  EXPECT_THAT(texts(table.rows[1]), ElementsAre("last"));
  EXPECT_TRUE(parsed("").rows.empty());
  EXPECT_EQ(parsed("a\n\"\"\n").rows.size(), 2u);
}

TEST(Csv, RefusesWhatCannotBeMeant) {
  for (const auto& [bytes, why] : {std::pair{"a,b\n\"x,y\nz\n", "line 2 has a quote"},
                                   std::pair{"a,b\n1,2\n\"x\"y,z\n", "line 3 has text behind"}}) {
    const auto table = parse_csv(bytes);
    ASSERT_FALSE(table);
    EXPECT_EQ(table.error().kind, ErrorKind::usage);
    EXPECT_THAT(table.error().message, HasSubstr(why));
    EXPECT_FALSE(table.error().help.empty());
  }
  EXPECT_THAT(parse_csv(std::string_view("a\n\0b", 4)).error().message, HasSubstr("line 2"));
}

TEST(Csv, WritesWhatItReads) {
  const std::vector<std::string> row = {"plain", "", "a,b", "say \"x\"", "1\n2", " edge", "å;李"};
  for (const char delimiter : {',', ';', '\t'}) {
    const auto table = parse_csv(csv_row(row, delimiter), delimiter);
    ASSERT_TRUE(table);
    ASSERT_EQ(table->rows.size(), 1u);
    EXPECT_EQ(texts(table->rows[0]), row);
  }
  EXPECT_EQ(csv_cell("plain"), "plain");
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_cell("a,b", ';'), "a,b");
  EXPECT_EQ(parsed(csv_row(std::vector<std::string>{""})).rows.size(), 1u);
}

TEST(Csv, ReplacesCellsAndKeepsEveryOtherByte) {
  const std::string bytes =
      "\xEF\xBB\xBFIdentifier,\"Full name\",Grade,Maximum\r\n"
      "Participant 1,\"A, \"\"B\"\"\",,\"100\"\r\n\r\n"
      "Participant 2,Z\r\n"
      "Participant 3, x ,\"-\",100";
  const CsvTable table = parsed(bytes);
  EXPECT_EQ(edit_csv(bytes, table, {}), bytes);
  EXPECT_EQ(
      edit_csv(bytes, table,
               {{3, 2, "7"}, {1, 2, "12"}, {1, 2, "12,5"}, {2, 3, "b"}, {2, 2, "a"}, {9, 0, "?"}}),
      "\xEF\xBB\xBFIdentifier,\"Full name\",Grade,Maximum\r\n"
      "Participant 1,\"A, \"\"B\"\"\",\"12,5\",\"100\"\r\n\r\n"
      "Participant 2,Z,a,b\r\n"
      "Participant 3, x ,\"7\",100");
}

TEST(Csv, FillsTheCellsBetweenInShortRows) {
  const std::string bytes = "a,b,c,d\n1\n2,\n";
  const CsvTable table = parsed(bytes);
  EXPECT_EQ(edit_csv(bytes, table, {{1, 3, "x"}, {2, 3, "y"}, {1, 1, "w"}}),
            "a,b,c,d\n1,w,,x\n2,,,y\n");
}

TEST(Csv, SaysWhereACellStands) {
  const std::string bytes = "a,\"b\"\"c\",d\n";
  const CsvTable table = parsed(bytes);
  const CsvCell& cell = table.rows[0].cells[1];
  EXPECT_EQ(bytes.substr(cell.begin, cell.end - cell.begin), "\"b\"\"c\"");
  EXPECT_TRUE(cell.is_quoted);
  EXPECT_FALSE(table.rows[0].cells[2].is_quoted);
}

}  // namespace
}  // namespace arbiter
