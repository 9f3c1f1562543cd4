#include <gmock/gmock.h>
#include <sys/stat.h>

#include "intake/files/programs.hpp"
#include "intake/intake_test_kit.hpp"

namespace arbiter::intake {
namespace {

using package::PackedAs;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class Hostile : public IntakeTest {
 protected:
  void SetUp() override {
    IntakeTest::SetUp();
    write("subs/good/lab1.cpp");
  }
};

TEST_F(Hostile, AFileIsReadAsItWasLookedAt) {
  write("secret", "the secret");
  write("subs/ann/lab1.cpp");
  Node node;
  node.name = "lab1.cpp";
  node.path = std::filesystem::canonical(path("subs/ann/lab1.cpp"));
  FoundProgram found;
  found.parts = {ProgramPart{"lab1.cpp", &node}};
  std::filesystem::create_directory(path("staged"));
  Staging staging(std::filesystem::canonical(path("staged")));
  EXPECT_EQ(staging.add(found)->fault, "");
  std::filesystem::remove(node.path);
  std::filesystem::create_symlink(path("secret"), node.path);
  EXPECT_THAT(staging.add(found)->fault, HasSubstr("part of it was replaced by a link"));
}

TEST_F(Hostile, ArchivesOfStudentsCostOnlyThemselves) {
  write("subs/empty/lab1.zip", "");
  write("subs/noise/lab1.zip", "no archive at all, but a long enough text");
  write("subs/gzip/lab1.tgz", "\x1f\x8b\x08" + std::string(60, '\0'));
  pack("subs/bomb/lab1.zip", {{"main.cpp", std::string(80 << 20, '\0')}});
  pack("subs/secret/lab1.zip", {{"main.cpp", k_main}}, PackedAs::encrypted_zip);
  pack("whole.tgz", {{"main.cpp", std::string(9999, ' ') + k_main}}, PackedAs::tar_gz);
  const std::string whole = *read_file(path("whole.tgz"));
  write("subs/half/lab1.tgz", whole.substr(0, whole.size() / 2));
  pack("subs/out/lab1.tar",
       {{"../../evil", "x"}, {"/evil", "x"}, {"l", "", AE_IFLNK, "/etc/passwd"}, {"a.cpp", k_main}},
       PackedAs::tar);
  take({"subs"});
  EXPECT_THAT(deliveries(), ElementsAre("good lab1 #1 subs/good/lab1.cpp",
                                        "out lab1 #1 subs/out/lab1.tar/a.cpp"));
  EXPECT_THAT(lost(), Contains("subs/empty/lab1.zip: cannot be unpacked whole: it is empty"));
  EXPECT_THAT(lost(), Contains(HasSubstr("subs/noise/lab1.zip: cannot be unpacked whole")));
  EXPECT_THAT(lost(), Contains(HasSubstr("subs/gzip/lab1.tgz: cannot be unpacked whole")));
  EXPECT_THAT(lost(), Contains(HasSubstr("200 times its size")));
  EXPECT_THAT(lost(), Contains("subs/secret/lab1.zip/main.cpp: is encrypted"));
  EXPECT_THAT(lost(), Contains("subs/out/lab1.tar/../../evil: leads out of the archive"));
  EXPECT_THAT(lost(), Contains("subs/out/lab1.tar//evil: is absolute"));
  EXPECT_THAT(lost(), Contains("subs/out/lab1.tar/l: is a link"));
  EXPECT_THAT(lost(), Contains(HasSubstr("subs/half/lab1.tgz")));
  EXPECT_FALSE(std::filesystem::exists(path("evil")));
}

TEST_F(Hostile, NestingHasAnEnd) {
  std::string inner = [&] {
    pack("n.zip", {{"lab1.cpp", k_main}});
    return *read_file(path("n.zip"));
  }();
  for (int i = 0; i < 6; ++i) {
    pack("n.zip", {{"n.zip", inner}});
    inner = *read_file(path("n.zip"));
  }
  write("subs/deep/n.zip", inner);
  take({"subs"});
  EXPECT_THAT(deliveries(), ElementsAre("good lab1 #1 subs/good/lab1.cpp"));
  EXPECT_THAT(lost(), Contains(HasSubstr("is an archive in more than 3 others")));
}

TEST_F(Hostile, SameNamesInAnArchive) {
  pack("subs/twin/lab1.tar", {{"main.cpp", k_main}, {"main.cpp", "x"}, {"main.cpp/a.h", "x"}},
       PackedAs::tar);
  pack("subs/cases/lab1.tar", {{"main.cpp", k_main}, {"Main.h", "1"}, {"main.h", "2"}},
       PackedAs::tar);
  take({"subs"});
  EXPECT_THAT(lost(),
              ElementsAre("subs/twin/lab1.tar/main.cpp: is there twice in the archive",
                          "subs/twin/lab1.tar/main.cpp/a.h: is there twice in the archive"));
  ASSERT_THAT(intake_->deliveries, SizeIs(3));
  EXPECT_THAT(files_of(intake_->deliveries[0]), ElementsAre("Main.h", "main.cpp", "main.h"));
}

TEST_F(Hostile, SpecialFilesAndLinksInFolders) {
  write("outside.cpp");
  std::filesystem::create_directories(path("subs/bad"));
  std::filesystem::create_symlink(path("outside.cpp"), path("subs/bad/lab1.cpp"));
  std::filesystem::create_symlink("nowhere", path("subs/bad/lab2.cpp"));
  std::filesystem::create_symlink("..", path("subs/bad/loop"));
  std::filesystem::create_symlink("../good/lab1.cpp", path("subs/bad/lab2.cc"));
  ASSERT_EQ(::mkfifo(path("subs/bad/pipe.cpp").c_str(), 0600), 0);
  take({"subs"});
  EXPECT_THAT(deliveries(),
              ElementsAre("bad lab2 #1 subs/bad/lab2.cc", "good lab1 #1 subs/good/lab1.cpp"));
  EXPECT_THAT(lost(), ElementsAre("subs/bad/lab1.cpp: is a link that leads out of the folder",
                                  "subs/bad/lab2.cpp: is a link that leads nowhere",
                                  "subs/bad/pipe.cpp: is neither a file nor a folder"));
}

TEST_F(Hostile, NamesOfOldAndWildArchives) {
  pack("subs/old.tar",
       {{"\x86sa/lab1.cpp", k_main},
        {"bo\\lab1.cpp", k_main},
        {"new\nline/lab1.cpp", k_main},
        {std::string(300, 'x') + "/lab1.cpp", k_main}},
       PackedAs::tar);
  take({"subs/old.tar"});
  EXPECT_THAT(ids(), ElementsAre("bo", "new\nline", std::string(300, 'x'), "åsa"));
  EXPECT_THAT(intake_->deliveries, SizeIs(4));
  EXPECT_THAT(lost(), IsEmpty());
}

TEST_F(Hostile, AnUnreadableCohortStopsEverything) {
  write("all.zip", "this is no archive, whatever its name says");
  options_.sources = {path("all.zip")};
  const auto taken = take_in(options_, diagnostics_);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().kind, ErrorKind::usage);
  EXPECT_THAT(taken.error().message, HasSubstr("all.zip"));
}

TEST_F(Hostile, ADamagedArchiveOfAStudentIsListedOnce) {
  problems({"lab1"});
  write("subs/ada/work.rar", std::string("Rar!\x1a\x07\x00"
                                         "broken",
                                         13));
  write("subs/bob/lab1.cpp");
  take({"subs"});
  ASSERT_EQ(intake_->unattributed.size(), 1U);
  EXPECT_THAT(lost()[0], HasSubstr("subs/ada/work.rar: cannot be unpacked whole: it is"));
  EXPECT_THAT(lost()[0], Not(HasSubstr("it is damaged: it is damaged")));
}

TEST_F(Hostile, ADamagedCohortGivesWhatComesBefore) {
  pack("all.tar", {{"ada/lab1.cpp", k_main}, {"bob/lab1.cpp", std::string(20000, ' ') + k_main}},
       PackedAs::tar);
  const std::string whole = *read_file(path("all.tar"));
  write("cut.tar", whole.substr(0, 5000));
  take({"cut.tar"});
  EXPECT_THAT(deliveries(), Contains("ada lab1 #1 cut.tar/ada/lab1.cpp"));
  EXPECT_THAT(lost(), Contains(HasSubstr("cut.tar")));
}

TEST(SourceKinds, GoesByEndings) {
  const SourceKinds kinds(some_languages());
  EXPECT_EQ(kinds.family("a.cpp"), "cpp");
  EXPECT_EQ(kinds.family("A.CPP"), "cpp");
  EXPECT_EQ(kinds.family("a.b.py"), "python3");
  EXPECT_EQ(kinds.family("cpp"), "");
  EXPECT_EQ(kinds.family(".cpp"), "");
  EXPECT_TRUE(kinds.is_header("a.h"));
  EXPECT_FALSE(kinds.is_header("a.cpp"));
}

TEST(HasMain, SeesDefinitionsOnly) {
  EXPECT_TRUE(has_main("int main() {}", "cpp"));
  EXPECT_TRUE(has_main("#include <x>\nmain (argc) {}", "c") || has_main("main (argc) {}", "c"));
  EXPECT_TRUE(has_main("class A { public static void main(String[] a) {} }", "java"));
  EXPECT_TRUE(has_main("char q = '\"'; int main() {}", "cpp"));
  EXPECT_FALSE(has_main("// int main()\n/* int main() {} */ int x;", "cpp"));
  EXPECT_FALSE(has_main("const char* s = \"int main()\";", "cpp"));
  EXPECT_FALSE(has_main("int my_main() { return run(main(1)); }", "cpp"));
  EXPECT_FALSE(has_main("int domain(int);", "cpp"));
}

TEST(Loads, SeesModules) {
  EXPECT_TRUE(loads("import util\n", "util"));
  EXPECT_TRUE(loads("from util import x\n", "util"));
  EXPECT_TRUE(loads("const u = require('./util')\n", "util"));
  EXPECT_FALSE(loads("import utility\nutil = 1\n", "util"));
}

}  // namespace

}  // namespace arbiter::intake
