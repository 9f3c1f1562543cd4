#include "intake/names/student_index.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "intake/intake_test_kit.hpp"
#include "intake/layouts/layout.hpp"

namespace arbiter::intake {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

model::Student student(std::string id, std::string name, std::string email = {},
                       std::string username = {}, std::string lms_id = {}, std::string group = {}) {
  model::Student one;
  one.id = std::move(id);
  one.name = std::move(name);
  one.email = std::move(email);
  one.username = std::move(username);
  one.lms_id = std::move(lms_id);
  one.group = std::move(group);
  return one;
}

StudentIndex cohort() {
  return StudentIndex(
      {student("s100", "Anna Karin Öberg", "anna.oberg@x.se", "aob", "Participant 7", "G1"),
       student("s200", "李 伟", "li@x.se", "liwei", "12346", "G1"),
       student("s300", "Ek, Bo", "bo@x.se", "bo", "", "G2"),
       student("s400", "Bo Ek", "bo@y.se", "bek", "", "")},
      true);
}

TEST(StudentIndex, FindsByEveryColumn) {
  const StudentIndex students = cohort();
  for (const char* text :
       {"s100", "S100", "aob", "anna.oberg@x.se", "anna.oberg", "Participant 7", "Anna Karin Öberg",
        "Öberg, Anna Karin", "obergannakarin", "anna karin o\u0308berg", "öbergannakarin",
        "s100_Anna Karin Öberg", "Anna Karin Öberg (aob)", "aob-resubmit"}) {
    const bool is_plain_o = std::string(text) == "obergannakarin";
    EXPECT_EQ(students.find(StudentKey::any, text).size(), is_plain_o ? 0u : 1u) << text;
  }
  EXPECT_THAT(students.find(StudentKey::any, "李伟"), ElementsAre(1));
  EXPECT_THAT(students.find(StudentKey::lms_id, "7"), ElementsAre(0));
}

TEST(StudentIndex, NeverGuesses) {
  const StudentIndex students = cohort();
  EXPECT_THAT(students.find(StudentKey::any, "Bo Ek"), ElementsAre(2, 3));
  EXPECT_THAT(students.find(StudentKey::any, "s300 s400"), ElementsAre(2, 3));
  EXPECT_THAT(students.find(StudentKey::any, "s3"), IsEmpty());
  EXPECT_THAT(students.find(StudentKey::any, ""), IsEmpty());
  EXPECT_EQ(students.list({2, 3}), "Ek, Bo (s300) or Bo Ek (s400)");
}

TEST(StudentIndex, PrefersTheExactText) {
  const StudentIndex students({student("1", "", "", "Ada"), student("2", "", "", "ada")}, true);
  EXPECT_THAT(students.find(StudentKey::any, "ada"), ElementsAre(1));
  EXPECT_THAT(students.find(StudentKey::any, "ADA"), ElementsAre(0, 1));
}

TEST(StudentIndex, TakesTheFirstLookupThatIsCertain) {
  StudentIndex students = cohort();
  Claim claim;
  claim.lookups = {{StudentKey::name, "Bo Ek"}, {StudentKey::username, "bek"}};
  EXPECT_THAT(students.resolve(claim).students, ElementsAre(3));
  claim.lookups = {{StudentKey::name, "Bo Ek"}, {StudentKey::lms_id, "99"}};
  EXPECT_THAT(students.resolve(claim).students, ElementsAre(2, 3));
}

TEST(StudentIndex, AddsStrangersOnce) {
  StudentIndex students = cohort();
  Claim claim;
  claim.lookups = {{StudentKey::any, "Zoë"}};
  claim.fallback.id = "Zoë";
  EXPECT_THAT(students.resolve(claim).students, ElementsAre(4));
  claim.fallback.id = "ZOE\u0308";
  EXPECT_THAT(students.resolve(claim).students, ElementsAre(4));
  EXPECT_FALSE(students.students()[4].on_roster);
  StudentIndex open({}, false);
  EXPECT_THAT(open.resolve(claim).students, ElementsAre(0));
  EXPECT_TRUE(open.students()[0].on_roster);
}

TEST(StudentIndex, KnowsGroups) {
  const StudentIndex students = cohort();
  EXPECT_THAT(students.group("g1"), ElementsAre(0, 1));
  EXPECT_THAT(students.group(""), ElementsAre(3));
  EXPECT_THAT(students.group("nobody"), IsEmpty());
}

TEST(SplitName, TellsStudentAndProblem) {
  const ProblemIndex problems({{"lab1", {}}, {"lab2", {}}, {"graph", {}}, {"graph_coloring", {}}});
  const StudentIndex nobody({}, false);
  const auto split = [&](const std::string& stem, const StudentIndex& students) {
    const NameSplit one = split_name(stem, students, problems);
    return one.student + "|" + (one.problem ? problems.id(*one.problem) : "") +
           (one.doubtful.empty() ? "" : "|doubtful");
  };
  EXPECT_EQ(split("ada_lab1", nobody), "ada|lab1");
  EXPECT_EQ(split("ada-lovelace-lab_2", nobody), "ada-lovelace|lab2");
  EXPECT_EQ(split("lab1-ada", nobody), "ada|lab1");
  EXPECT_EQ(split("ada_graph_coloring", nobody), "ada|graph_coloring");
  EXPECT_EQ(split("ada_lab1-2", nobody), "ada|lab1");
  EXPECT_EQ(split("ada", nobody), "ada|");
  EXPECT_EQ(split("lab1_lab2", nobody), "lab1|lab2|doubtful");
  EXPECT_EQ(split("lab2_lab1", StudentIndex({student("lab2", "")}, true)), "lab2|lab1");
}

class HalfKnown : public IntakeTest {};

TEST_F(HalfKnown, SomebodyElseWithTheSameWordIsNobodyForCertain) {
  roster("id,name\nkim,Kim Berg\n");
  write("subs/kim/lab1.cpp");
  write("subs/kim-2000/lab1.cpp", "int main() { return 1; }\n");
  write("subs/kim-2000/lab2.cpp");
  take({"subs"});
  EXPECT_THAT(deliveries(),
              ElementsAre("kim lab1 #1 subs/kim/lab1.cpp", "kim lab2 #1 subs/kim-2000/lab2.cpp"));
  EXPECT_THAT(lost(), ElementsAre(HasSubstr("'kim-2000' is known in part only")));
  EXPECT_THAT(intake_->notes, ElementsAre("'kim-2000' was taken for kim (Kim Berg)"));
}

TEST_F(HalfKnown, EvenIfTimesWouldOrderThem) {
  roster("id\nkim\n");
  write("subs/kim/lab1.cpp");
  write("subs/kim-2000/lab1.cpp", "int main() { return 1; }\n");
  options_.times_from_files = true;
  take({"subs"});
  EXPECT_THAT(deliveries(), ElementsAre(HasSubstr("kim lab1 #1 subs/kim/lab1.cpp")));
}

TEST_F(HalfKnown, WhoeverHasAnAccentLessIsNamed) {
  roster("id,name\nako,Anna-Karin Öberg\nbo,Bo Ek\n");
  touch({"subs/Anna Karin Oberg/lab1.cpp", "subs/zoe/lab1.cpp"});
  take({"subs"});
  EXPECT_THAT(ids(), ElementsAre("ako", "bo", "Anna Karin Oberg", "zoe"));
  EXPECT_THAT(intake_->notes,
              ElementsAre(HasSubstr("Anna Karin Oberg handed in and is not on the roster; is it "
                                    "Anna-Karin Öberg (ako)?"),
                          "zoe handed in and is not on the roster"));
}

TEST_F(HalfKnown, ProblemsInNamesAreExplained) {
  roster("id,name\nada,Ada Lovelace\nbo,Bo Ek\n");
  touch({"subs/ada_lab1/main.cpp", "subs/lab2-Bo Ek/main.cpp", "flat/bo_lab1.cpp"});
  take({"subs", "flat"});
  EXPECT_EQ(intake_->deliveries.size(), 3U);
  EXPECT_THAT(intake_->notes, IsEmpty());
}

TEST_F(HalfKnown, WhatTheRosterExplainsIsNotNoted) {
  roster("id,name,section\nada,Ada Lovelace,B2\nbo,Bo Ek,B2\n");
  touch({"subs/Ada Lovelace_ada/lab1.cpp", "subs/B2 Ek, Bo/lab1.cpp"});
  take({"subs"});
  EXPECT_EQ(intake_->deliveries.size(), 2U);
  EXPECT_THAT(intake_->notes, IsEmpty());
}

}  // namespace
}  // namespace arbiter::intake
