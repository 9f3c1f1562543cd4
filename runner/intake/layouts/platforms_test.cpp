#include <gmock/gmock.h>

#include "intake/intake_test_kit.hpp"

namespace arbiter::intake {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class Platforms : public IntakeTest {};

TEST_F(Platforms, MoodleFolders) {
  problems({"lab1"});
  pack("C1-lab-55.zip",
       {{"Ada Ek_7_assignsubmission_file/main.cpp", k_main},
        {"Bo O_Hara_8_assignsubmission_file_/sub/a.cpp", k_main},
        {"Bo O_Hara_8_assignsubmission_onlinetext_/onlinetext.html", "<p>hello</p>"},
        {"Cy Ek_9_assignsubmission_onlinetext/onlinetext.html", "<p>int main</p>"},
        {"Ada Ek_7_assignfeedback_file/old.pdf", "x"}});
  take({"C1-lab-55.zip"});
  EXPECT_EQ(intake_->layout, "Moodle download (3)");
  EXPECT_THAT(
      deliveries(),
      ElementsAre("Ada Ek lab1 #1 C1-lab-55.zip/Ada Ek_7_assignsubmission_file/main.cpp",
                  "Bo O Hara lab1 #1 C1-lab-55.zip/Bo O_Hara_8_assignsubmission_file_/sub/a.cpp"));
  EXPECT_THAT(lost(), ElementsAre(HasSubstr("Cy Ek_9_assignsubmission_onlinetext: is text")));
  EXPECT_THAT(ids(), ElementsAre("Ada Ek", "Bo O Hara", "Cy Ek"));
  EXPECT_EQ(intake_->students[0].lms_id, "Participant 7");
}

TEST_F(Platforms, MoodleFlatBlindAndSharedNames) {
  problems({"lab1"});
  write("m/Ada Ek_7_assignsubmission_file_main.cpp");
  write("m/Ada Ek_7_assignsubmission_file_util.h", "");
  touch({"m/Ada Ek_9_assignsubmission_file_main.cpp",
         "m/Participant_11_assignsubmission_file_x.cpp"});
  take({"m"});
  EXPECT_THAT(ids(), ElementsAre("Ada Ek (7)", "Ada Ek (9)", "Participant 11"));
  ASSERT_THAT(intake_->deliveries, SizeIs(3));
  EXPECT_THAT(files_of(intake_->deliveries[0]), ElementsAre("main.cpp", "util.h"));
}

TEST_F(Platforms, MoodleTeamsAndRoster) {
  problems({"lab1"});
  roster(
      "id;name;lms_id;group\n1;Ada Ek;Participant 7;Red\n2;Bo Ek;Participant 8;Red\n"
      "3;Cy Ek;Participant 9;\n4;Cy Ek;Participant 10;Blue\n");
  touch({"m/Red_3_assignsubmission_file/main.cpp", "m/Default group_assignsubmission_file/main.cpp",
         "m/Cy Ek_10_assignsubmission_file/main.cpp",
         "m/Participant_7_assignsubmission_file/main.cpp",
         "m/Zoe_77_assignsubmission_file/main.cpp"});
  take({"m"});
  EXPECT_THAT(deliveries(), ElementsAre("1 lab1 #1 m/Participant_7_assignsubmission_file/main.cpp",
                                        "1+2 lab1 #1 m/Red_3_assignsubmission_file/main.cpp",
                                        "3 lab1 #1 m/Default group_assignsubmission_file/main.cpp",
                                        "4 lab1 #1 m/Cy Ek_10_assignsubmission_file/main.cpp",
                                        "Zoe lab1 #1 m/Zoe_77_assignsubmission_file/main.cpp"));
  EXPECT_THAT(intake_->notes, ElementsAre("Zoe handed in and is not on the roster"));
}

TEST_F(Platforms, SeveralDownloadsNameTheirProblems) {
  pack("subs/C1-Lab 1-55.zip", {{"Ada Ek_7_assignsubmission_file/main.cpp", k_main}});
  pack("subs/C1-Lab 2-56.zip", {{"Ada Ek_21_assignsubmission_file/main.cpp", k_main}});
  take({"subs"});
  EXPECT_THAT(deliveries(), ElementsAre(HasSubstr("Ada Ek lab1 #1"), HasSubstr("Ada Ek lab2 #1")));
}

TEST_F(Platforms, Canvas) {
  problems({"lab3"});
  roster(
      "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n"
      "\"Öberg, Anna Karin\",12345,19990101,aob,S1\n\"Li, Wei\",99,19990102,liwei,S1\n"
      "\"Ek, Bo\",12347,19990103,bo,S1\n");
  const std::string zip = [&] {
    pack("lab.zip", {{"x/lab3.cpp", k_main}});
    return *read_file(path("lab.zip"));
  }();
  pack("c-lab3_submissions.zip", {{"öbergannakarin_12345_678901_lab_3.py", "print()\n"},
                                  {"liwei_LATE_12346_678902_main-1.cpp", k_main},
                                  {"ek_12347_text.html", "typed"},
                                  {"LATE_anon_Ab3dE_678903_lab3.zip", zip},
                                  {"grupp7_12348_99_2024_01_lab.py", "print()\n"}});
  take({"c-lab3_submissions.zip"});
  EXPECT_EQ(intake_->layout, "Canvas download (5)");
  const std::string at = "c-lab3_submissions.zip/";
  EXPECT_THAT(
      deliveries(),
      ElementsAre("12348 lab3 #1 " + at + "grupp7_12348_99_2024_01_lab.py",
                  "19990101 lab3 #1 " + at + "öbergannakarin_12345_678901_lab_3.py",
                  "19990102 lab3 #1 " + at + "liwei_LATE_12346_678902_main-1.cpp late",
                  "anon_Ab3dE lab3 #1 " + at + "LATE_anon_Ab3dE_678903_lab3.zip/x/lab3.cpp late"));
  EXPECT_THAT(lost(), ElementsAre(HasSubstr("ek_12347_text.html: is text")));
  EXPECT_THAT(ids(), ElementsAre("19990101", "19990102", "19990103", "12348", "anon_Ab3dE"));
}

TEST_F(Platforms, CanvasResubmissionsShareWhatTheyNeed) {
  problems({"lab3"});
  write("c/ek_1_10_main.cpp", "int f();\nint main() { return f(); }");
  write("c/ek_1_11_main-1.cpp", "int f();\nint main() { return 1 + f(); }");
  write("c/ek_1_12_util.cpp", "int f() { return 0; }");
  write("c/li_2_13_main.py", "import util\n");
  write("c/li_2_14_main-1.py", "import util, sys\n");
  write("c/li_2_15_util.py", "x = 1\n");
  take({"c"});
  ASSERT_EQ(intake_->deliveries.size(), 4U);
  EXPECT_THAT(files_of(intake_->deliveries[1]), ElementsAre("main-1.cpp", "util.cpp"));
  EXPECT_EQ(intake_->deliveries[1].number, 2);
  EXPECT_THAT(files_of(intake_->deliveries[3]), ElementsAre("main.py", "util.py"));
  EXPECT_THAT(intake_->notes, IsEmpty());
}

TEST_F(Platforms, CanvasResubmissionsInOtherLanguagesNeedAPerson) {
  problems({"lab3"});
  write("c/ek_1_10_main.c");
  write("c/ek_1_11_main-1.py", "print()\n");
  take({"c"});
  EXPECT_THAT(deliveries(), IsEmpty());
  EXPECT_THAT(lost(), ElementsAre(HasSubstr("main.c and main-1.py are in several languages")));
}

TEST_F(Platforms, CanvasSeveralFilesAndResubmissions) {
  problems({"lab3"});
  write("c/ek_1_10_main.cpp", "int main() { return 1; }");
  write("c/ek_1_11_main-1.cpp", "int main() { return 2; }");
  write("c/li_2_12_main.cpp");
  write("c/li_2_13_util.h", "");
  take({"c"});
  EXPECT_THAT(deliveries(),
              ElementsAre("1 lab3 #1 c/ek_1_10_main.cpp", "1 lab3 #2 c/ek_1_11_main-1.cpp",
                          "2 lab3 #1 c/li_2_12_main.cpp"));
  EXPECT_THAT(files_of(intake_->deliveries[2]), ElementsAre("main.cpp", "util.h"));
}

constexpr const char* k_gradescope = R"(---
submission_101:
  :submitters:
  - :name: Ada Ek
    :sid: '1'
    :email: ada@x.se
  - :name: Bo Ek
    :sid: '2'
    :email: bo@x.se
  :created_at: 2024-01-05 13:37:00.123456000 -08:00
  :score: 3.0
  :status: processed
  :results:
    tests:
    - output: "anything: [ at all"
      score: 1
  :history:
  - :id: 99
    :created_at: 2024-01-05 13:00:00.000000000 Z
submission_102:
  submitters:
  - name: Cy
    sid:
    email: cy@x.se
  created_at: 2024-01-05 14:00:00 Z
submission_103:
  :submitters:
  - : [broken
)";

TEST_F(Platforms, Gradescope) {
  problems({"lab1"});
  pack("export.zip", {{"assignment_5_export/submission_metadata.yml", k_gradescope},
                      {"assignment_5_export/submission_101/main.cpp", k_main},
                      {"assignment_5_export/submission_99/main.cpp", "int main() { return 9; }"},
                      {"assignment_5_export/submission_102/a.py", "print()\n"},
                      {"assignment_5_export/submission_103/a.py", "print(1)\n"},
                      {"assignment_5_export/.DS_Store", "x"},
                      {"__MACOSX/assignment_5_export/._a", "x"}});
  take({"export.zip"});
  EXPECT_EQ(intake_->layout, "Gradescope export (3)");
  const std::string at = "export.zip/assignment_5_export/";
  EXPECT_THAT(deliveries(),
              ElementsAre("1+2 lab1 #1 " + at + "submission_99/main.cpp @1704459600",
                          "1+2 lab1 #2 " + at + "submission_101/main.cpp @1704490620",
                          "cy@x.se lab1 #1 " + at + "submission_102/a.py @1704463200"));
  EXPECT_THAT(lost(), ElementsAre(HasSubstr("submission_103: submission_metadata.yml does not")));
  EXPECT_EQ(intake_->students[0].name, "Ada Ek");
}

TEST_F(Platforms, Blackboard) {
  roster("id,username\n1,ada_l\n2,bo\n3,cy\n");
  pack("work.zip", {{"w/lab1.cpp", k_main}});
  const std::string at = "Task_ada_l_attempt_2026-02-01-10-00-00";
  pack("gradebook.zip",
       {{at + ".txt", "Name: Ada"},
        {at + "_lab1.cpp", k_main},
        {at + "_lab2.cpp", k_main},
        {"Task_bo_attempt_2026-02-02-09-00-00_lab1.cpp", "int main() { return 1; }"},
        {"Task_bo_attempt_2026-02-01-09-00-00_work.zip", *read_file(path("work.zip"))},
        {"Task_cy_attempt_2026-02-02-09-00-00.txt", "typed"},
        {"Task_dag_attempt_2026-02-02-09-00-00_lab1.cpp", k_main}});
  take({"gradebook.zip"});
  EXPECT_EQ(intake_->layout, "Blackboard download (5)");
  EXPECT_THAT(deliveries(),
              ElementsAre("1 lab1 #1 gradebook.zip/" + at + "_lab1.cpp",
                          "1 lab2 #1 gradebook.zip/" + at + "_lab2.cpp",
                          "2 lab1 #1 gradebook.zip/Task_bo_attempt_2026-02-01-09-00-00_work.zip/w/"
                          "lab1.cpp",
                          "2 lab1 #2 gradebook.zip/Task_bo_attempt_2026-02-02-09-00-00_lab1.cpp",
                          "dag lab1 #1 "
                          "gradebook.zip/Task_dag_attempt_2026-02-02-09-00-00_lab1.cpp"));
  EXPECT_THAT(lost(), ElementsAre(HasSubstr("00.txt: is text that was typed")));
  EXPECT_THAT(ids(), ElementsAre("1", "2", "3", "dag"));
  EXPECT_THAT(intake_->notes, Contains(HasSubstr("have no zone")));
}

TEST_F(Platforms, WhatWasTypedIsThatOfWhoTypedIt) {
  write("m/Ada L_7_assignsubmission_onlinetext/onlinetext.html", "<p>int main() {}</p>");
  write("m/Bob E_8_assignsubmission_file/lab1.cpp");
  take({"m"});
  ASSERT_EQ(intake_->unattributed.size(), 1U);
  EXPECT_THAT(intake_->unattributed[0].students, ElementsAre("Ada L"));
}

TEST_F(Platforms, ClassroomClones) {
  roster("id,github_username,group\n1,Ada-E,\n2,bo,pair\n3,cy,pair\n");
  touch({"w/lab1-submissions/lab1-ada-e/src/main.cpp", "w/lab1-submissions/lab1-pair/main.cpp",
         "w/lab2-submissions/lab2-ada-e/main.cpp"});
  write("w/lab2-submissions/notes.txt", "x");
  take({"w"});
  EXPECT_EQ(intake_->layout, "GitHub Classroom clones (3)");
  EXPECT_THAT(deliveries(), ElementsAre("1 lab1 #1 w/lab1-submissions/lab1-ada-e/src/main.cpp",
                                        "1 lab2 #1 w/lab2-submissions/lab2-ada-e/main.cpp",
                                        "2+3 lab1 #1 w/lab1-submissions/lab1-pair/main.cpp"));
  EXPECT_THAT(lost(), ElementsAre(HasSubstr("notes.txt: is not named as a clone")));
}

/// Clones of lab1, by ada and bob; ada's would have git start a program.
class Commits : public IntakeTest {
 protected:
  void SetUp() override {
    IntakeTest::SetUp();
    problems({"lab1"});
    touch({"lab1-submissions/lab1-ada/main.cpp", "lab1-submissions/lab1-bob/main.cpp"});
    if (!commit("ada", "") || !commit("bob", " && git gc -q")) GTEST_SKIP() << "no git";
    write("lab1-submissions/lab1-ada/.git/config",
          "[log]\n showSignature = true\n[gpg]\n program = touch " + path("evil").string() +
              "\n[core]\n fsmonitor = touch " + path("evil").string() + "\n");
  }

  [[nodiscard]] bool commit(const std::string& user, const std::string& more) const {
    const std::string words = "command -v git >/dev/null && cd '" +
                              path("lab1-submissions/lab1-" + user).string() +
                              "' && git init -q . && git add . && "
                              "GIT_COMMITTER_DATE='1700000000 +0100' git -c user.name=a -c "
                              "user.email=a@b commit -q -m x" +
                              more;
    return std::system(words.c_str()) == 0;
  }

  [[nodiscard]] std::vector<package::PackedEntry> files_below(const std::string& folder) const {
    std::vector<package::PackedEntry> entries;
    for (const auto& one : std::filesystem::recursive_directory_iterator(path(folder))) {
      if (!one.is_regular_file()) continue;
      entries.push_back({one.path().lexically_relative(path(folder).parent_path()).string(),
                         *read_file(one.path())});
    }
    return entries;
  }
};

TEST_F(Commits, TellTheTimeAndTheirConfigurationIsNeverUsed) {
  take({"lab1-submissions"});
  const std::string at = "lab1-submissions/";
  EXPECT_THAT(deliveries(), ElementsAre("ada lab1 #1 " + at + "lab1-ada/main.cpp @1700000000",
                                        "bob lab1 #1 " + at + "lab1-bob/main.cpp @1700000000"));
  EXPECT_FALSE(std::filesystem::exists(path("evil")));
  write("lab1-submissions/lab1-ada/.git/HEAD", "ref: refs/../../../etc/passwd\n");
  take({"lab1-submissions"});
  EXPECT_THAT(deliveries(), Contains("ada lab1 #1 " + at + "lab1-ada/main.cpp"));
}

TEST_F(Commits, TellTheTimeOfClonesInArchivesToo) {
  pack("all.zip", files_below("lab1-submissions"));
  take({"all.zip"});
  const std::string at = "all.zip/lab1-submissions/";
  EXPECT_THAT(deliveries(), ElementsAre("ada lab1 #1 " + at + "lab1-ada/main.cpp @1700000000",
                                        "bob lab1 #1 " + at + "lab1-bob/main.cpp @1700000000"));
  EXPECT_THAT(lost(), IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(path("evil")));
  std::filesystem::create_directories(path("m/Ada E_7_assignsubmission_file_"));
  pack("m/Ada E_7_assignsubmission_file_/work.zip", files_below("lab1-submissions/lab1-ada"));
  take({"m"});
  EXPECT_THAT(deliveries(), ElementsAre(HasSubstr("main.cpp @1700000000")));
}

TEST_F(Platforms, NamesInPackedClonesLeadNowhere) {
  problems({"lab1"});
  pack("all.zip", {{"lab1-submissions/lab1-ada/main.cpp", k_main},
                   {"lab1-submissions/lab1-ada/.git/HEAD", "ref: refs/heads/main\n"},
                   {"lab1-submissions/lab1-ada/.git/refs/heads/main", "not a hash\n"},
                   {"lab1-submissions/lab1-ada/.git/refs/../../../../evil", "x"},
                   {"lab1-submissions/lab1-ada/.git/objects/info/alternates", "/\n"},
                   {"lab1-submissions/lab1-ada/.git/HEAD/x", "x"},
                   {"lab1-submissions/lab1-ada/.git/refs/heads/main/x", "x"}});
  take({"all.zip"});
  EXPECT_THAT(deliveries(), ElementsAre("ada lab1 #1 all.zip/lab1-submissions/lab1-ada/main.cpp"));
}

}  // namespace
}  // namespace arbiter::intake
