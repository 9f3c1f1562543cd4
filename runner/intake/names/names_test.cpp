#include "intake/names/names.hpp"

#include <gmock/gmock.h>

#include "intake/intake_test_kit.hpp"
#include "intake/layouts/layout.hpp"
#include "intake/names/problem_index.hpp"
#include "intake/names/student_index.hpp"

namespace arbiter::intake {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Fold, ComparesAsPeopleDo) {
  EXPECT_EQ(folded("A\u030Asa"), folded("\u00E5SA"));
  EXPECT_NE(folded("asa"), folded("åsa"));
  EXPECT_EQ(folded("STRASSE"), folded("straße"));
  EXPECT_EQ(composed("A\u030A"), "\u00C5");
  EXPECT_EQ(folded("\xFF"), "\uFFFD");
}

TEST(Fold, TakesLettersAndWords) {
  EXPECT_EQ(letters_of("Lab 3"), "lab3");
  EXPECT_EQ(letters_of("lab_3"), "lab3");
  EXPECT_EQ(letters_of("李 伟!"), "李伟");
  EXPECT_EQ(letters_of("😀"), "");
  EXPECT_THAT(words_of("Lab3-extra"), ElementsAre("lab", "3", "extra"));
  EXPECT_THAT(parts_of_name("Öberg, Anna-Karin 2b"), ElementsAre("öberg", "anna", "karin", "2b"));
}

std::string shown(const std::optional<MoodleName>& name) {
  if (!name) return "none";
  return name->name + "|" + name->id + "|" + (name->is_feedback ? "feedback|" : "") + name->plugin +
         "|" + name->file;
}

std::string shown(const std::optional<CanvasName>& name) {
  if (!name) return "none";
  return name->name + "|" + name->user_id + (name->is_anonymous ? "|anonymous" : "") +
         (name->is_late ? "|late" : "") + (name->is_text ? "|text" : "") + "|" +
         name->attachment_id + "|" + name->file;
}

TEST(MoodleNames, AreRead) {
  const auto parsed = [](std::string_view text) { return shown(parse_moodle_name(text)); };
  EXPECT_EQ(parsed("Ada Lovelace_123_assignsubmission_file"), "Ada Lovelace|123|file|");
  EXPECT_EQ(parsed("Ada Lovelace_123_assignsubmission_file_"), "Ada Lovelace|123|file|");
  EXPECT_EQ(parsed("Åsa Ek_7_assignsubmission_onlinetext"), "Åsa Ek|7|onlinetext|");
  EXPECT_EQ(parsed("Participant_99_assignsubmission_file"), "Participant|99|file|");
  EXPECT_EQ(parsed("Group A_4_assignsubmission_file_"), "Group A|4|file|");
  EXPECT_EQ(parsed("Default group_assignsubmission_file"), "Default group||file|");
  EXPECT_EQ(parsed("Ada_1_assignsubmission_file_main_2_v3.cpp"), "Ada|1|file|main_2_v3.cpp");
  EXPECT_EQ(parsed("Ada_1_assignfeedback_file_x.pdf"), "Ada|1|feedback|file|x.pdf");
  EXPECT_EQ(parsed("Ada_1_assignsubmission_"), "none");
  EXPECT_EQ(parsed("Ada_1_assignsubmission_fi-le"), "none");
  EXPECT_EQ(parsed("Ada Lovelace"), "none");
}

TEST(BlackboardNames, AreRead) {
  const auto parsed = [](std::string_view text) {
    const auto name = parse_blackboard_name(text);
    return name ? name->before + "|" + name->time + "|" + name->file : std::string("none");
  };
  EXPECT_EQ(parsed("Lab 1_ada_attempt_2026-02-01-10-00-00_my_lab.py"),
            "Lab 1_ada|2026-02-01-10-00-00|my_lab.py");
  EXPECT_EQ(parsed("Lab 1_ada_attempt_2026-02-01-10-00-00.txt"), "Lab 1_ada|2026-02-01-10-00-00|");
  EXPECT_EQ(parsed("_attempt_2026-02-01-10-00-00.txt"), "none");
  EXPECT_EQ(parsed("ada_attempt_2026-02-01-10-00"), "none");
  EXPECT_EQ(parsed("ada_attempt_2026-02-01-10-00-0x_a.py"), "none");
  EXPECT_EQ(parsed("ada_attempt_2026-02-01-10-00-00x.py"), "none");
  EXPECT_EQ(parsed("ada_attempt_1.py"), "none");
  EXPECT_EQ(parsed("ada.py"), "none");
}

TEST(CanvasNames, AreRead) {
  const auto parsed = [](std::string_view text) { return shown(parse_canvas_name(text)); };
  EXPECT_EQ(parsed("öbergannakarin_12345_678901_lab_3.py"), "öbergannakarin|12345|678901|lab_3.py");
  EXPECT_EQ(parsed("liwei_LATE_12346_678902_main-1.cpp"), "liwei|12346|late|678902|main-1.cpp");
  EXPECT_EQ(parsed("ek_12347_text.html"), "ek|12347|text||text.html");
  EXPECT_EQ(parsed("ek_12347_link.html"), "ek|12347|text||link.html");
  EXPECT_EQ(parsed("LATE_anon_Ab3dE_678903_lab3.zip"), "|Ab3dE|anonymous|late|678903|lab3.zip");
  EXPECT_EQ(parsed("anon_Ab3dE_1_2.c"), "|Ab3dE|anonymous|1|2.c");
  EXPECT_EQ(parsed("grupp7_12348_99_2024_01_lab.py"), "grupp7|12348|99|2024_01_lab.py");
  EXPECT_EQ(parsed("main.cpp"), "none");
  EXPECT_EQ(parsed("ada_lab1.cpp"), "none");
  EXPECT_EQ(parsed("_12_34_x.c"), "none");
  EXPECT_EQ(parsed("ada_12_34_"), "none");
}

TEST(ProblemIndex, FindsWholeNames) {
  const ProblemIndex problems({{"lab-1", {"Sorting"}}, {"lab-11", {}}, {"102030", {}}});
  EXPECT_THAT(problems.called("Lab 1"), ElementsAre(0));
  EXPECT_THAT(problems.called("LAB_1"), ElementsAre(0));
  EXPECT_THAT(problems.called("sorting"), ElementsAre(0));
  EXPECT_THAT(problems.called("lab11"), ElementsAre(1));
  EXPECT_THAT(problems.called("102030"), ElementsAre(2));
  EXPECT_THAT(problems.called("lab"), IsEmpty());
}

TEST(ProblemIndex, FindsNamesInOthersAsWholeWords) {
  const ProblemIndex problems({{"graph", {}}, {"graph-coloring", {}}, {"lab1", {}}, {"a", {}}});
  EXPECT_THAT(problems.named_in("ada_lab1_final"), ElementsAre(2));
  EXPECT_THAT(problems.named_in("ada_lab10"), IsEmpty());
  EXPECT_THAT(problems.named_in("my graph coloring"), ElementsAre(1));
  EXPECT_THAT(problems.named_in("photograph"), IsEmpty());
  EXPECT_THAT(problems.named_in("graph lab1"), ElementsAre(0, 2));
  EXPECT_THAT(problems.named_in("problem_a"), ElementsAre(3));
  EXPECT_THAT(problems.named_in("a_andersson"), IsEmpty());
  EXPECT_EQ(problems.list({0, 2}), "graph or lab1");
  EXPECT_THAT(problems.help_for("graf"), HasSubstr("graph"));
}

TEST(ProblemIndex, KeepsNamesThatOnlyCaseOrDashesTellApart) {
  const ProblemIndex problems({{"p1-1", {}}, {"p11", {}}});
  EXPECT_THAT(problems.called("p11"), ElementsAre(1));
  EXPECT_THAT(problems.called("P1-1"), ElementsAre(0));
  EXPECT_THAT(problems.called("p1_1"), ElementsAre(0));
}

TEST(ProblemIndex, PrefersAnIdToTheTitleOfAnother) {
  const ProblemIndex problems({{"mine", {"Twofive"}}, {"twofive", {"Twofive"}}});
  EXPECT_THAT(problems.called("Twofive"), ElementsAre(1));
  EXPECT_THAT(problems.named_in("twofive"), ElementsAre(1));
}

TEST(AttemptNames, AreSplit) {
  const auto split = [](std::string_view stem) {
    const AttemptName name = split_attempt(stem);
    return name.base + "|" + (name.number ? std::to_string(*name.number) : "");
  };
  EXPECT_EQ(split("main-2"), "main|2");
  EXPECT_EQ(split("main_v3"), "main|3");
  EXPECT_EQ(split("main (4)"), "main|4");
  EXPECT_EQ(split("main(5)"), "main|5");
  EXPECT_EQ(split("lab1"), "lab1|");
  EXPECT_EQ(split("-2"), "-2|");
  EXPECT_EQ(split("x-99999999999"), "x-99999999999|");
  EXPECT_EQ(attempt_of_folder("attempt-12"), 12);
  EXPECT_EQ(attempt_of_folder("Försök 3"), 3);
  EXPECT_EQ(attempt_of_folder("lab 3"), std::nullopt);
}

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

TEST(StudentIndex, GivesNoStrangerTheIdOfSomebodyElse) {
  StudentIndex students({student("42", "")}, true);
  Claim claim;
  claim.lookups = {{StudentKey::lms_id, "42"}};
  claim.fallback.id = "42";
  EXPECT_THAT(students.resolve(claim).students, ElementsAre(1));
  EXPECT_EQ(students.students()[1].id, "42 (another)");
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

TEST_F(HalfKnown, EvenIfTimesWouldOrderThem) {
  roster("id\nkim\n");
  write("subs/kim/lab1.cpp");
  write("subs/kim-2000/lab1.cpp", "int main() { return 1; }\n");
  options_.times_from_files = true;
  take({"subs"});
  EXPECT_THAT(deliveries(), ElementsAre(HasSubstr("kim lab1 #1 subs/kim/lab1.cpp")));
}

}  // namespace

}  // namespace arbiter::intake
