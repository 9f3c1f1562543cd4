#include "judge/compile/package_program.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <thread>

#include "base/test_folder.hpp"
#include "judge/fake_box.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

class TestlibHeader : public ::testing::Test {
 protected:
  TestlibHeader() {
    problem_.root = folder_ / "package";
    write("package/files/check.cpp", "#include \"testlib.h\"\n");
    program_.given = "check.cpp";
    program_.main = "check.cpp";
    program_.files = {{"check.cpp", problem_.root / "files/check.cpp"}};
  }

  fs::path write(const std::string& name, const std::string& text = "//\n") {
    return folder_.write(name, text);
  }

  Result<std::optional<ProgramFile>> find(const std::string& setting = {}) {
    return find_testlib(program_, problem_, setting);
  }

  TestFolder folder_;
  model::Problem problem_;
  Submission program_;
};

TEST_F(TestlibHeader, IsOnlyForProgramsThatIncludeIt) {
  for (const char* text :
       {"int main() {}\n", "// #include \"testlib.h\"\n", "#include \"testlib.hpp\"\n",
        "#include \"mytestlib.h\"\n", "# define X \"testlib.h\"\n", "#include testlib.h\n"}) {
    write("package/files/check.cpp", text);
    const auto found = find();
    ASSERT_TRUE(found.has_value()) << text;
    EXPECT_FALSE(*found) << text;
  }
  for (const char* text : {"#include \"testlib.h\"\n", "  #  include <testlib.h>\r\n",
                           "int x;\n#include \"../lib/testlib.h\"\n"}) {
    write("package/files/check.cpp", text);
    EXPECT_FALSE(find().has_value()) << text;
  }
}

TEST_F(TestlibHeader, OfTheProgramItselfIsLeftAlone) {
  program_.files.push_back({"testlib.h", write("package/files/testlib.h")});
  ASSERT_TRUE(find().has_value());
  EXPECT_FALSE(*find());
}

TEST_F(TestlibHeader, OfThePackageComesBeforeTheUsers) {
  const fs::path own = write("elsewhere/testlib.h");
  EXPECT_EQ((*find(own.string()))->path, own);
  EXPECT_EQ((*find(own.parent_path().string()))->path, own);
  const fs::path included = write("package/include/cpp/testlib.h");
  problem_.includes["cpp"].files = {included};
  EXPECT_EQ((*find(own.string()))->path, included);
  const fs::path top = write("package/testlib.h");
  EXPECT_EQ((*find(own.string()))->path, top);
  const fs::path files = write("package/files/testlib.h");
  EXPECT_EQ((*find(own.string()))->path, files);
}

TEST_F(TestlibHeader, LiesBesideTheMainFile) {
  write("package/files/testlib.h");
  program_.main = "src/check.cpp";
  program_.files.front().name = "src/check.cpp";
  EXPECT_EQ((*find())->name, "src/testlib.h");
}

TEST_F(TestlibHeader, ThatIsMissingIsAnErrorWithBothRemedies) {
  const auto missing = find();
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().kind, ErrorKind::invalid_package);
  EXPECT_NE(missing.error().help.find("files/"), std::string::npos);
  EXPECT_NE(missing.error().help.find("ARBITER_TESTLIB"), std::string::npos);
  const auto named = find("/nowhere");
  ASSERT_FALSE(named.has_value());
  EXPECT_NE(named.error().message.find("/nowhere"), std::string::npos);
}

TEST_F(TestlibHeader, DoesNotLeadOutOfThePackage) {
  fs::create_symlink(write("elsewhere/testlib.h"), problem_.root / "files/testlib.h");
  ASSERT_FALSE(find().has_value());
  EXPECT_NE(find().error().message.find("leaves the package"), std::string::npos);
}

/// Programs whose compiler is the shell: to compile one is to run it.
class PackageToolsTest : public ::testing::Test {
 protected:
  PackageToolsTest() {
    for (model::Language& row : languages_.rows) {
      if (row.id == "python3") row.check = {"/usr/bin/timeout", "20", "/bin/sh", "{main}"};
    }
    problem_.root = folder_.path();
    paths_.share = folder_ / "share";
    paths_.cache = folder_ / "cache";
  }

  Submission program(const std::string& name, const std::string& text) {
    return load_submission(folder_.write(name, text), languages_, "python3").value();
  }

  TestFolder folder_;
  FakeBoxFactory boxes_;
  model::Problem problem_;
  model::Languages languages_ = shipped_languages();
  store::HostPaths paths_;
};

TEST_F(PackageToolsTest, CompilesDifferentProgramsAtTheSameTime) {
  // Neither end of a pipe with a name opens without the other.
  const std::string meeting = folder_ / "meeting";
  ASSERT_EQ(::mkfifo(meeting.c_str(), 0600), 0);
  const Submission speaker = program("speaker.py", "echo here > " + meeting + "\n");
  const Submission listener = program("listener.py", "read word < " + meeting + "\n");
  Compiler compiler(boxes_, paths_, languages_);
  PackageTools tools({problem_, languages_, compiler, boxes_});
  bool has_spoken = false;
  std::thread other([&] { has_spoken = tools.executable(speaker, "speaker").has_value(); });
  EXPECT_TRUE(tools.executable(listener, "listener"));
  other.join();
  EXPECT_TRUE(has_spoken);
}

TEST_F(PackageToolsTest, CompilesAProgramOnceForAllThreads) {
  const Submission bad = program("bad.py", "echo no >&2; exit 1\n");
  Compiler compiler(boxes_, paths_, languages_);
  PackageTools tools({problem_, languages_, compiler, boxes_});
  std::vector<std::string> errors(4);
  std::vector<std::thread> threads;
  for (std::string& error : errors) {
    threads.emplace_back([&] {
      const auto made = tools.executable(bad, "generator bad.py");
      if (!made) error = made.error().text();
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  for (const std::string& error : errors)
    EXPECT_EQ(error, "generator bad.py does not compile:\nno\n");
  EXPECT_EQ(boxes_.count("/bin/sh"), 1U);
}

}  // namespace

}  // namespace arbiter::judge
