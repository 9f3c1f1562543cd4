#include <gmock/gmock.h>

#include "intake/intake_test_kit.hpp"

namespace arbiter::intake {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class PlainLayouts : public IntakeTest {};

TEST_F(PlainLayouts, FolderPerStudent) {
  write("subs/ada/lab1/main.cpp");
  write("subs/ada/lab2.py", "print()\n");
  touch({"subs/李 伟/Lab 1.cpp", "subs/Zoë \"z\" O'Neil\n😀/src/lab2/a.cc"});
  take({"subs"});
  EXPECT_EQ(intake_->layout, "a folder per student (3)");
  EXPECT_THAT(deliveries(),
              ElementsAre("Zoë \"z\" O'Neil\n😀 lab2 #1 subs/Zoë \"z\" O'Neil\n😀/src/lab2/a.cc",
                          "ada lab1 #1 subs/ada/lab1/main.cpp", "ada lab2 #1 subs/ada/lab2.py",
                          "李 伟 lab1 #1 subs/李 伟/Lab 1.cpp"));
  EXPECT_THAT(lost(), IsEmpty());
}

TEST_F(PlainLayouts, OneProblemTakesAnyFile) {
  problems({"sum"});
  write("subs/ada/whatever.cpp");
  write("subs/bob/a/b/c.py", "print()\n");
  write("subs/eve/main.cpp");
  write("subs/eve/report.pdf", "pdf");
  write("subs/eve/point.h", "");
  write("subs/noi/notes.txt", "text");
  std::filesystem::create_directories(path("subs/empty"));
  take({"subs"});
  EXPECT_THAT(deliveries(),
              ElementsAre("ada sum #1 subs/ada/whatever.cpp", "bob sum #1 subs/bob/a/b/c.py",
                          "eve sum #1 subs/eve/main.cpp"));
  EXPECT_THAT(lost(), ElementsAre("subs/empty: holds no file at all",
                                  "subs/noi/notes.txt: is not a source file in a known language"));
  EXPECT_THAT(ids(), ElementsAre("ada", "bob", "empty", "eve", "noi"));
  EXPECT_THAT(files_of(intake_->deliveries[2]), ElementsAre("main.cpp", "point.h"));
  EXPECT_THAT(intake_->notes,
              ElementsAre(HasSubstr("report.pdf was not graded: it belongs to no program")));
}

TEST_F(PlainLayouts, AFileCalledByAProblemAloneIsNobodys) {
  problems({"sum"});
  touch({"subs/ada.cpp", "subs/sum.cpp", "subs/sum (1).cpp"});
  take({"subs"});
  EXPECT_THAT(deliveries(), ElementsAre("ada sum #1 subs/ada.cpp"));
  EXPECT_THAT(lost(), ElementsAre("subs/sum (1).cpp: the student is not clear",
                                  "subs/sum.cpp: the student is not clear"));
}

TEST_F(PlainLayouts, AFileThatMayBeOfTwoProblemsIsNotSaidToBeMissing) {
  touch({"subs/ada/lab1 or lab2.cpp", "subs/bob/lab1.cpp"});
  take({"subs"});
  EXPECT_THAT(lost(), ElementsAre("subs/ada/lab1 or lab2.cpp: the problem could be lab1 or lab2"));
}

TEST_F(PlainLayouts, AMisspeltProgramBesideAnotherIsListed) {
  write("subs/ada/lab1.cpp", "int f();\nint main() { return f(); }\n");
  write("subs/ada/part.cpp", "int f() { return 0; }\n");
  touch({"subs/ada/lba2.cpp", "subs/bob/lab1.cpp"});
  write("subs/bob/lba2.py", "print()\n");
  take({"subs"});
  EXPECT_THAT(deliveries(), ElementsAre("ada lab1 #1 subs/ada", "bob lab1 #1 subs/bob/lab1.cpp"));
  EXPECT_THAT(lost(), ElementsAre("subs/ada/lba2.cpp: the problem is not clear",
                                  "subs/bob/lba2.py: the problem is not clear"));
  EXPECT_THAT(intake_->unattributed[0].help, HasSubstr("did you mean 'lab2'?"));
  EXPECT_THAT(intake_->notes, IsEmpty());
}

TEST_F(PlainLayouts, FlatFiles) {
  write("subs/ada_lab1.cpp");
  write("subs/ada-lab2.py", "print()\n");
  write("subs/lab1-bob.cpp");
  write("subs/lab1-bob.h", "");
  write("subs/bob_lab9.cpp");
  write("subs/readme.txt", "text");
  take({"subs"});
  EXPECT_EQ(intake_->layout, "flat files (3)");
  EXPECT_THAT(deliveries(),
              ElementsAre("ada lab1 #1 subs/ada_lab1.cpp", "ada lab2 #1 subs/ada-lab2.py",
                          "bob lab1 #1 subs/lab1-bob.cpp"));
  EXPECT_THAT(lost(), ElementsAre("subs/bob_lab9.cpp: the problem is not clear",
                                  "subs/readme.txt: is not a source file in a known language"));
}

TEST_F(PlainLayouts, FolderPerProblem) {
  touch({"subs/lab1/ada.cpp", "subs/lab1/bob/main.cpp"});
  write("subs/lab2/ada_lab2.py", "print()\n");
  take({"subs"});
  EXPECT_EQ(intake_->layout, "a folder per problem (3)");
  EXPECT_THAT(deliveries(),
              ElementsAre("ada lab1 #1 subs/lab1/ada.cpp", "ada lab2 #1 subs/lab2/ada_lab2.py",
                          "bob lab1 #1 subs/lab1/bob/main.cpp"));
}

TEST_F(PlainLayouts, SeesThroughFoldersAndArchivesAroundIt) {
  pack("all.zip", {{"all/ada/lab1.cpp", k_main},
                   {"all/bob/lab1.cpp", k_main},
                   {"all/__MACOSX/._x", "x"},
                   {"all/.DS_Store", "x"},
                   {"all/bob/build/x.o", "x"}});
  take({"all.zip"});
  EXPECT_THAT(deliveries(), ElementsAre("ada lab1 #1 all.zip/all/ada/lab1.cpp",
                                        "bob lab1 #1 all.zip/all/bob/lab1.cpp"));
  EXPECT_THAT(lost(), IsEmpty());
}

TEST_F(PlainLayouts, AStudentAloneIsNoWrapper) {
  touch({"subs/ada/lab1/main.cpp", "subs/ada/lab2/main.cpp"});
  take({"subs"});
  EXPECT_THAT(ids(), ElementsAre("ada"));
}

TEST_F(PlainLayouts, ArchivesInArchivesAreOpened) {
  pack("inner.zip", {{"lab1/main.cpp", k_main}, {"lab1/util.h", ""}});
  pack("outer.tgz", {{"ada.zip", *read_file(path("inner.zip"))}, {"bob/lab2.py", "print()\n"}},
       package::PackedAs::tar_gz);
  std::filesystem::create_directory(path("subs"));
  std::filesystem::rename(path("outer.tgz"), path("subs/outer.tgz"));
  take({"subs/outer.tgz"});
  EXPECT_THAT(deliveries(), ElementsAre("ada lab1 #1 subs/outer.tgz/ada.zip/lab1/main.cpp",
                                        "bob lab2 #1 subs/outer.tgz/bob/lab2.py"));
}

TEST_F(PlainLayouts, NumbersAttempts) {
  write("subs/ada/lab1/attempt-1/main.cpp", "int main() { return 1; }");
  write("subs/ada/lab1/attempt-10/main.cpp", "int main() { return 3; }");
  write("subs/ada/lab1/attempt-2/main.cpp", "int main() { return 2; }");
  write("subs/bob/lab1.cpp", "int main() { return 1; }");
  write("subs/bob/lab1-2.cpp", "int main() { return 2; }");
  take({"subs"});
  EXPECT_THAT(deliveries(),
              ElementsAre("ada lab1 #1 subs/ada/lab1/attempt-1/main.cpp",
                          "ada lab1 #2 subs/ada/lab1/attempt-2/main.cpp",
                          "ada lab1 #3 subs/ada/lab1/attempt-10/main.cpp",
                          "bob lab1 #1 subs/bob/lab1.cpp", "bob lab1 #2 subs/bob/lab1-2.cpp"));
}

TEST_F(PlainLayouts, LaterSourcesAreLaterAttempts) {
  write("one/ada/lab1.cpp", "int main() { return 1; }");
  write("two/ada/lab1.cpp", "int main() { return 2; }");
  write("three/ada/lab1.cpp", "int main() { return 2; }");
  take({"one", "two", "three"});
  EXPECT_THAT(deliveries(),
              ElementsAre("ada lab1 #1 one/ada/lab1.cpp", "ada lab1 #2 two/ada/lab1.cpp"));
}

TEST_F(PlainLayouts, NeverChoosesBetweenPrograms) {
  write("subs/ada/lab1/one.cpp");
  write("subs/ada/lab1/two.cpp", "#include <cstdio>\nint main(void) { puts(\"\"); }\n");
  write("subs/bob/lab1.cpp");
  write("subs/bob/lab1.py", "print()\n");
  write("subs/eve/lab1.cpp");
  write("subs/eve/lab1/main.cpp", "int main() { return 7; }\n");
  take({"subs"});
  EXPECT_THAT(deliveries(), IsEmpty());
  EXPECT_THAT(lost(), Contains("subs/ada/lab1: one.cpp and two.cpp have a main function each"));
  EXPECT_THAT(lost(), Contains(HasSubstr("subs/bob: lab1.cpp and lab1.py are in several")));
  EXPECT_THAT(lost(), Contains(HasSubstr("subs/eve/lab1.cpp: is for the same problem as")));
  for (const model::Unattributed& row : intake_->unattributed)
    EXPECT_FALSE(row.help.empty()) << row.path;
}

TEST_F(PlainLayouts, NamesTellWhereAProgramBegins) {
  touch({"subs/ada/lab1/main.cpp", "subs/ada/lab1/test.cpp"});
  write("subs/ada/lab1/part.cpp", "// int main()\nint part() { return 1; }\n");
  write("subs/bob/lab1/app.py", "import util\n");
  write("subs/bob/lab1/util.py", "x = 1\n");
  take({"subs"});
  ASSERT_EQ(intake_->deliveries.size(), 2u);
  EXPECT_THAT(files_of(intake_->deliveries[0]), ElementsAre("main.cpp", "part.cpp"));
  EXPECT_THAT(files_of(intake_->deliveries[1]), ElementsAre("main.py", "util.py"));
  EXPECT_THAT(lost(), IsEmpty());
}

TEST_F(PlainLayouts, EqualProgramsHaveEqualHashes) {
  touch({"subs/ada/lab1.cpp", "subs/bob/LAB-1.cpp"});
  write("subs/eve/lab1.cpp", "int main() { return 1; }\n");
  take({"subs"});
  ASSERT_EQ(intake_->deliveries.size(), 3u);
  EXPECT_EQ(intake_->deliveries[0].sha256, intake_->deliveries[1].sha256);
  EXPECT_NE(intake_->deliveries[0].sha256, intake_->deliveries[2].sha256);
  EXPECT_EQ(intake_->deliveries[0].sha256.size(), 64u);
  EXPECT_EQ(intake_->deliveries[0].path, intake_->deliveries[1].path);
  EXPECT_EQ(intake_->deliveries[1].path.filename(), "main.cpp");
  EXPECT_EQ(*read_file(intake_->deliveries[1].path), k_main);
}

TEST_F(PlainLayouts, RosterDecidesWhoIsWho) {
  roster("id,name,username\n1,Ada Ek,ada\n2,Bo Ek,bo\n3,Bo Ek,bo2\n4,Never Seen,nn\n");
  touch({"subs/Ek, Ada/lab1.cpp", "subs/BO/lab1.cpp", "subs/Bo Ek/lab1.cpp", "subs/zed/lab1.cpp"});
  take({"subs"});
  EXPECT_THAT(ids(), ElementsAre("1", "2", "3", "4", "zed"));
  EXPECT_THAT(deliveries(),
              ElementsAre("1 lab1 #1 subs/Ek, Ada/lab1.cpp", "2 lab1 #1 subs/BO/lab1.cpp",
                          "zed lab1 #1 subs/zed/lab1.cpp"));
  EXPECT_THAT(lost(), ElementsAre("subs/Bo Ek: 'Bo Ek' could be Bo Ek (2) or Bo Ek (3)"));
  EXPECT_FALSE(intake_->students[4].on_roster);
  EXPECT_THAT(intake_->notes, ElementsAre("zed handed in and is not on the roster"));
}

TEST_F(PlainLayouts, DecomposedNamesAreTheSame) {
  roster("id,name\n1,Åsa Öberg\n");
  write("subs/A\u030Asa O\u0308berg/lab1.cpp");
  take({"subs"});
  EXPECT_THAT(deliveries(), ElementsAre(HasSubstr("1 lab1 #1")));
}

TEST_F(PlainLayouts, ManifestAttributesAndDates) {
  touch({"subs/odd.cpp", "subs/ada/lab2.cpp"});
  write("subs/submissions.csv",
        "file;student;problem;submitted\nodd.cpp;bob;lab1;2026-01-31T12:00:00+01:00\n"
        "ada;;;2026-01-31T11:00:00Z\ngone.cpp;x;;\n");
  take({"subs"});
  EXPECT_THAT(deliveries(), ElementsAre("ada lab2 #1 subs/ada/lab2.cpp @1769857200",
                                        "bob lab1 #1 subs/odd.cpp @1769857200"));
  ASSERT_EQ(diagnostics_.size(), 1u);
  EXPECT_THAT(diagnostics_[0].message, HasSubstr("gone.cpp"));
  EXPECT_EQ(diagnostics_[0].place->line, 4);
}

TEST_F(PlainLayouts, SaysWhatIsMissing) {
  options_.sources = {path("none")};
  const auto taken = take_in(options_, diagnostics_);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().kind, ErrorKind::usage);
  EXPECT_THAT(taken.error().message, HasSubstr("no such file"));
}

/// Sources that a shell made of "subs/*".
class SingleStudents : public IntakeTest {};

TEST_F(SingleStudents, FoldersOfTheRosterAreStudents) {
  roster("id\nada\nbob\neve\nzoe\n");
  touch({"subs/ada/lab1/main.cpp", "subs/ada/lab2/a.cpp", "subs/bob/attempt1/lab1.cpp"});
  write("subs/bob/attempt2/lab1.cpp", "int main() { return 1; }\n");
  write("subs/eve/src/lab2.cpp");
  write("subs/zoe/readme.md", "none\n");
  take({"subs/ada", "subs/bob", "subs/eve", "subs/zoe"});
  EXPECT_THAT(
      deliveries(),
      ElementsAre("ada lab1 #1 subs/ada/lab1/main.cpp", "ada lab2 #1 subs/ada/lab2/a.cpp",
                  "bob lab1 #1 subs/bob/attempt1/lab1.cpp",
                  "bob lab1 #2 subs/bob/attempt2/lab1.cpp", "eve lab2 #1 subs/eve/src/lab2.cpp"));
  EXPECT_THAT(lost(), ElementsAre("subs/zoe/readme.md: is not a source file in a known language"));
  EXPECT_THAT(ids(), ElementsAre("ada", "bob", "eve", "zoe"));
}

TEST_F(SingleStudents, WhatIsInThemSaysSoWithoutARoster) {
  touch({"subs/ada/lab1.cpp", "subs/ada/lab2.cpp", "subs/bob/src/lab1.cpp"});
  write("subs/eve/notes.md", "none\n");
  take({"subs/ada/", "subs/bob", "subs/eve"});
  EXPECT_EQ(intake_->layout, "a folder per student (3)");
  EXPECT_THAT(deliveries(),
              ElementsAre("ada lab1 #1 subs/ada/lab1.cpp", "ada lab2 #1 subs/ada/lab2.cpp",
                          "bob lab1 #1 subs/bob/src/lab1.cpp"));
}

TEST_F(SingleStudents, ArchivesAreToo) {
  roster("id,name\nada,Ada Lovelace\nbob,Bob Ek\n");
  pack("subs/ada_lab1.zip", {{"main.cpp", k_main}});
  pack("subs/Bob Ek.zip", {{"work/lab1.cpp", k_main}, {"work/lab2.cpp", k_main}});
  take({"subs/Bob Ek.zip", "subs/ada_lab1.zip"});
  EXPECT_THAT(deliveries(), ElementsAre("ada lab1 #1 subs/ada_lab1.zip/main.cpp",
                                        "bob lab1 #1 subs/Bob Ek.zip/work/lab1.cpp",
                                        "bob lab2 #1 subs/Bob Ek.zip/work/lab2.cpp"));
}

TEST_F(SingleStudents, FoldersAndArchivesOfPlatforms) {
  touch({"m/Ada L_7_assignsubmission_file_/lab1.cpp", "m/Bob E_8_assignsubmission_file_/lab1.cpp"});
  take({"m/Ada L_7_assignsubmission_file_", "m/Bob E_8_assignsubmission_file_"});
  EXPECT_EQ(intake_->layout, "Moodle download (2)");
  EXPECT_THAT(ids(), ElementsAre("Ada L", "Bob E"));
  pack("c/adal_7_100_work.zip", {{"a/lab1.cpp", k_main}, {"a/lab2.cpp", k_main}});
  pack("c/bobe_8_101_work.zip", {{"src/lab1.cpp", k_main}});
  take({"c/adal_7_100_work.zip", "c/bobe_8_101_work.zip"});
  EXPECT_EQ(intake_->layout, "Canvas download (2)");
  EXPECT_THAT(ids(), ElementsAre("7", "8"));
}

TEST_F(SingleStudents, ClassesAreNot) {
  touch({"monday/ada/lab1.cpp", "monday/bob/lab1.cpp"});
  write("tuesday/ada/lab1.cpp", "int main() { return 1; }\n");
  take({"monday", "tuesday"});
  EXPECT_THAT(deliveries(),
              ElementsAre("ada lab1 #1 monday/ada/lab1.cpp", "ada lab1 #2 tuesday/ada/lab1.cpp",
                          "bob lab1 #1 monday/bob/lab1.cpp"));
  touch({"byproblem/lab1/ada.cpp", "byproblem/lab2/bob.cpp"});
  take({"byproblem"});
  EXPECT_THAT(ids(), ElementsAre("ada", "bob"));
}

TEST_F(SingleStudents, OneFolderAloneIsThatOfWhoItIsCalledBy) {
  touch({"ada/lab1.cpp", "ada/lab2/main.cpp"});
  take({"ada"});
  EXPECT_THAT(deliveries(),
              ElementsAre("ada lab1 #1 ada/lab1.cpp", "ada lab2 #1 ada/lab2/main.cpp"));
  EXPECT_THAT(lost(), IsEmpty());
}

}  // namespace

}  // namespace arbiter::intake
