#include "intake/names/tables.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/test_cases.hpp"
#include "intake/intake_test_kit.hpp"

namespace arbiter::intake {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

class Tables : public IntakeTest {
 protected:
  /// The path of a table with that text, of which nothing has been said.
  std::filesystem::path table(const std::string& text) {
    diagnostics_.clear();
    return dir_.write("table.csv", text);
  }

  std::vector<model::Student> students(const std::string& text) {
    return read_roster(table(text), diagnostics_);
  }

  /// "LINE CODE message", a diagnostic each.
  [[nodiscard]] std::vector<std::string> faults() const {
    std::vector<std::string> lines;
    for (const Diagnostic& one : diagnostics_)
      lines.push_back(std::to_string(one.place->line) + " " + one.code + " " + one.message);
    return lines;
  }
};

TEST_F(Tables, RosterInAnyOrderAndEncoding) {
  const std::string head = "Section;E-Mail;ID;Name;Group\r\nS1;a@x;007;";
  const std::string utf8 = head + "Åsa Ek;G\r\n";
  const std::string cp1252 = head + "\xC5sa Ek;G\r\n";
  std::string little = "\xFF\xFE";
  std::string big = "\xFE\xFF";
  // All its characters are below U+0100, where they are those of Windows.
  for (const char c : cp1252) {
    little += {c, '\0'};
    big += {'\0', c};
  }
  for (const std::string& text : {utf8, "\xEF\xBB\xBF" + utf8, little, big, cp1252}) {
    const auto all = students(text);
    ASSERT_THAT(all, SizeIs(1));
    EXPECT_EQ(all[0].id, "007");
    EXPECT_EQ(all[0].name, "Åsa Ek");
    EXPECT_EQ(all[0].email, "a@x");
    EXPECT_EQ(all[0].group, "G");
    EXPECT_EQ(all[0].section, "S1");
    EXPECT_EQ(diagnostics_.size(), text == cp1252 ? 1u : 0u);
    EXPECT_FALSE(has_errors(diagnostics_));
  }
}

TEST_F(Tables, RosterNamesItsFaults) {
  EXPECT_THAT(students("id,name\n1,A\n\n1,B\n,C\n,\n"), SizeIs(2));
  EXPECT_THAT(faults(), ElementsAre("4 G206 the id '1' is that of line 2 too",
                                    "6 G205 the row names no student"));
  students("");
  EXPECT_THAT(faults(), ElementsAre("0 G203 the table has no header"));
  read_roster(path("none.csv"), diagnostics_);
  EXPECT_TRUE(has_errors(diagnostics_));
}

/// Tables of testdata/tables.txt, what is read of them and what is said:
///   == NAME
///   ## what it is
///   -- and in the lines below the table
///   >> a row as read
///   ?? a fault: LINE:COLUMN CODE message, and the line
class TableCases : public Tables, public ::testing::WithParamInterface<FileCase> {
 protected:
  std::vector<std::string> rows(const std::string& kind, const std::string& text) {
    const auto cohort = students("id,name,email\n1,Ada Ek,ada@x.se\n2,Bo Ek,bo@x.se\n");
    const auto path = table(text);
    std::vector<std::string> all;
    if (kind == "roster") {
      for (const model::Student& one : read_roster(path, diagnostics_))
        all.push_back(fmt::format("name {}, email {}, lms_id {}, id {}", one.name, one.email,
                                  one.lms_id, one.id));
    } else if (kind == "extensions") {
      for (const auto& one : read_extensions(path, cohort, options_.problems, diagnostics_))
        all.push_back(fmt::format("{}: {} {}, {}, until {}, {} minutes", one.line, one.student,
                                  one.problem, one.reason, one.until.value_or(0),
                                  one.extra_minutes.value_or(0)));
    } else if (kind == "overrides") {
      for (const auto& one : read_overrides(path, cohort, options_.problems, diagnostics_))
        all.push_back(fmt::format("{}: {} {}, {}, {} {}", one.line, one.student, one.problem,
                                  one.reason, one.is_relative ? "by" : "to", one.points));
    } else {
      for (const auto& one : read_comments(path, diagnostics_))
        all.push_back(fmt::format("{}: {}, {}", one.line, one.cluster, one.text));
    }
    return all;
  }
};

TEST_P(TableCases, AreReadAsTheyStand) {
  FileCase one = GetParam();
  std::vector<std::string> read = rows(one.marked["##"].at(0), one.files.at(0).second);
  for (std::string& row : read)
    replace_all(row, "\n", "\\n");
  EXPECT_EQ(read, one.marked[">>"]);
  std::vector<std::string> said;
  for (const Diagnostic& fault : diagnostics_)
    said.push_back(fmt::format("{}:{} {} {}, in '{}'", fault.place->line, fault.place->column,
                               fault.code, fault.message, fault.place->source_line));
  EXPECT_EQ(said, one.marked["??"]);
}

INSTANTIATE_TEST_SUITE_P(Tables, TableCases,
                         ::testing::ValuesIn(cases_in(ARBITER_SOURCE_DIR
                                                      "/runner/intake/testdata/tables.txt",
                                                      {"##", ">>", "??"})),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace arbiter::intake
