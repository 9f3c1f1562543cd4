#include "intake/names/tables.hpp"

#include <gmock/gmock.h>

#include "base/text_encoding.hpp"
#include "intake/intake_test_kit.hpp"

namespace arbiter::intake {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
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

  std::vector<model::Extension> extensions(const std::string& text) {
    return read_extensions(table(text), cohort(), options_.problems, diagnostics_);
  }

  std::vector<model::Override> overrides(const std::string& text) {
    return read_overrides(table(text), cohort(), options_.problems, diagnostics_);
  }

  std::vector<model::MistakeComment> comments(const std::string& text) {
    return read_comments(table(text), diagnostics_);
  }

  static std::vector<model::Student> cohort() {
    model::Student ada;
    ada.id = "1";
    ada.name = "Ada Ek";
    ada.email = "ada@x.se";
    model::Student bo = ada;
    bo.id = "2";
    bo.name = "Bo Ek";
    bo.email = "bo@x.se";
    return {ada, bo};
  }

  /// "LINE CODE message", a diagnostic each.
  [[nodiscard]] std::vector<std::string> faults() const {
    std::vector<std::string> lines;
    for (const Diagnostic& one : diagnostics_)
      lines.push_back(std::to_string(one.place->line) + " " + one.code + " " + one.message);
    return lines;
  }
};

TEST_F(Tables, CommentsOfTheTableOfClusters) {
  const auto all = comments(
      "cluster,problem,size,comment\n"
      "m1,sum,3,\"mind the sign,\nplease\"\n"
      "m2,sum,2,\n"
      "m3,sum,2,'- begins with a dash\n");
  EXPECT_THAT(faults(), IsEmpty());
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0].cluster, "m1");
  EXPECT_EQ(all[0].text, "mind the sign,\nplease");
  EXPECT_EQ(all[1].text, "- begins with a dash");
}

TEST_F(Tables, CommentsWithoutAPlaceAreFaults) {
  comments("cluster,comment\nm1,a\n,b\nm1,c\n");
  EXPECT_THAT(faults(), ElementsAre("3 G205 the row has a comment and names no cluster",
                                    "4 G206 a second row is about m1"));
  EXPECT_THAT(comments("cluster,size\nm1,1\n"), IsEmpty());
  EXPECT_THAT(faults(), ElementsAre("1 G203 a column is missing"));
}

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

TEST_F(Tables, RosterOfAGradingWorksheet) {
  const auto all = students(
      "Identifier,Full name,Email address,Status,Grade\n"
      "Participant 12,Ada Ek,ada@x.se,,\n");
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].id, "ada@x.se");
  EXPECT_EQ(all[0].lms_id, "Participant 12");
  EXPECT_THAT(students("first name,last name\nAda,Ek\n")[0].name, "Ada Ek");
}

TEST_F(Tables, RosterNamesItsFaults) {
  EXPECT_THAT(students("id,name\n1,A\n\n1,B\n,C\n,\n"), SizeIs(2));
  EXPECT_THAT(faults(), ElementsAre("4 G206 the id '1' is that of line 2 too",
                                    "6 G205 the row names no student"));
  students("colour,size\nred,1\n");
  EXPECT_THAT(faults(), ElementsAre("1 G203 no column says who the students are"));
  students("id,nme\n1,x\n");
  EXPECT_THAT(faults(), ElementsAre("1 G204 the column 'nme' is not read"));
  students("id,name\n1,\"x\n");
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("G201 line 2 has a quote that is never closed")));
  students("");
  EXPECT_THAT(faults(), ElementsAre("0 G203 the table has no header"));
  read_roster(path("none.csv"), diagnostics_);
  EXPECT_TRUE(has_errors(diagnostics_));
}

TEST_F(Tables, Extensions) {
  const auto all = extensions(
      "reason,id,assignment,until,extra_minutes\n"
      "ill,1,lab1,2026-01-31T23:59:00+01:00,\nmoved,bo@x.se,,,90\n\"a, b\",Ada Ek,lab2,,2d\n");
  EXPECT_THAT(faults(), IsEmpty());
  ASSERT_THAT(all, SizeIs(3));
  EXPECT_EQ(all[0].until, 1769900340);
  EXPECT_EQ(all[0].reason, "ill");
  EXPECT_EQ(all[0].line, 2u);
  EXPECT_EQ(all[1].student, "2");
  EXPECT_EQ(all[1].problem, "");
  EXPECT_EQ(all[1].extra_minutes, 90);
  EXPECT_EQ(all[2].extra_minutes, 2880);
}

TEST_F(Tables, ExtensionsNameTheirFaults) {
  EXPECT_THAT(extensions("id,assignment,until,extra_minutes\n9,lab1,,5\n1,lab9,,5\n1,lab1,,\n"
                         "1,lab1,2026-01-01,\n1,lab1,,-5\n1,lab1,,5\n1,lab1,,6\nEk,lab1,,5\n"),
              SizeIs(1));
  EXPECT_THAT(faults(),
              ElementsAre("2 G207 no student '9'", "3 G208 no problem 'lab9'",
                          "4 G205 the row says no time", HasSubstr("5 G205"),
                          "6 G205 '-5' is not a number of minutes",
                          "8 G206 a second row is about 1 and lab1", HasSubstr("9 G207")));
  EXPECT_TRUE(extensions("id,assignment\n1,lab1\n").empty());
  EXPECT_THAT(faults(), ElementsAre("1 G203 a column is missing"));
}

TEST_F(Tables, Overrides) {
  const auto all = overrides(
      "student;problem;points;reason\n1;lab1;7,5;seen by hand\n"
      "1;lab2;+2;style\n2;lab1;\xE2\x88\x92"
      "1;\n");
  EXPECT_THAT(faults(), IsEmpty());
  ASSERT_THAT(all, SizeIs(3));
  EXPECT_EQ(all[0].points, 7.5);
  EXPECT_FALSE(all[0].is_relative);
  EXPECT_EQ(all[0].reason, "seen by hand");
  EXPECT_EQ(all[1].points, 2);
  EXPECT_TRUE(all[1].is_relative);
  EXPECT_EQ(all[2].points, -1);
  EXPECT_EQ(all[2].line, 4u);
}

TEST_F(Tables, OverridesNameTheirFaults) {
  EXPECT_TRUE(overrides("student,problem,points\n1,lab1,lots\n1,,3\n,lab1,3\n1,lab1,1e5\n"
                        "1,lab1,nan\n1,lab1,+\n")
                  .empty());
  EXPECT_THAT(
      faults(),
      ElementsAre("2 G205 'lots' is not a number of points", "3 G205 the row names no problem",
                  "4 G205 the row names no student", "5 G205 '1e5' is not a number of points",
                  "6 G205 'nan' is not a number of points",
                  "7 G205 '+' is not a number of points"));
  EXPECT_EQ(diagnostics_[0].place->column, 8);
  EXPECT_EQ(diagnostics_[0].place->source_line, "1,lab1,lots");
}

TEST_F(Tables, TheRosterTellsTheLanguageOfFilesWithoutAnEnding) {
  roster("id,language\nada,Python3\nbo,cpp\ncy,sv\ndag,cpp\n");
  write("subs/ada/lab1.txt", "print()\n");
  write("subs/ada/notes.txt", "none\n");
  write("subs/bo/lab1");
  write("subs/cy/lab1.txt", "print()\n");
  write("subs/dag/lab1.py", "print()\n");
  write("subs/dag/lab2");
  take({"subs"});
  EXPECT_THAT(deliveries(), ElementsAre("ada lab1 #1 subs/ada/lab1.txt", "bo lab1 #1 subs/bo/lab1",
                                        "dag lab1 #1 subs/dag/lab1.py"));
  EXPECT_EQ(intake_->deliveries[0].path.filename(), "main.py");
  EXPECT_EQ(intake_->deliveries[1].path.filename(), "main.cpp");
  EXPECT_THAT(lost(), ElementsAre("subs/cy/lab1.txt: is not a source file in a known language"));
  EXPECT_THAT(intake_->notes, Contains(HasSubstr("subs/ada/lab1.txt was taken as lab1.py")));
}

TEST_F(Tables, WhatIsLostIsThatOfWhoseFolderItLayIn) {
  roster("id\nzoe\nada\n");
  touch({"subs/ada/lab1.cpp", "subs/ada/lba2.cpp", "subs/zoe/notes.md", "subs/stray.cpp"});
  take({"subs"});
  ASSERT_EQ(intake_->unattributed.size(), 3U);
  EXPECT_THAT(intake_->unattributed[0].students, ElementsAre("ada"));
  EXPECT_THAT(intake_->unattributed[1].students, IsEmpty());
  EXPECT_THAT(intake_->unattributed[2].students, ElementsAre("zoe"));
}

}  // namespace
}  // namespace arbiter::intake
