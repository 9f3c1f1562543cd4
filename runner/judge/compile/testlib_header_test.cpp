#include "judge/compile/testlib_header.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>

#include "base/temp_dir.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

class TestlibHeader : public ::testing::Test {
 protected:
  TestlibHeader() : folder_(TempDir::make("arbiter-testlib").value()) {
    problem_.root = folder_.path() / "package";
    write("package/files/check.cpp", "#include \"testlib.h\"\n");
    program_.given = "check.cpp";
    program_.main = "check.cpp";
    program_.files = {{"check.cpp", problem_.root / "files/check.cpp"}};
  }

  fs::path write(const std::string& name, const std::string& text = "//\n") {
    const fs::path path = folder_.path() / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path;
  }

  Result<std::optional<ProgramFile>> find(const std::string& setting = {}) {
    return find_testlib(program_, problem_, setting);
  }

  TempDir folder_;
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

}  // namespace
}  // namespace arbiter::judge
