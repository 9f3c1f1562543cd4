#include <gmock/gmock.h>

#include "intake/intake_test_kit.hpp"

namespace arbiter::intake {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

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
  EXPECT_THAT(lost(), ElementsAre("subs/zoe: has no source file in a known language, only "
                                  "'readme.md'"));
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
