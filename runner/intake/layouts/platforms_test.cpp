#include <gmock/gmock.h>

#include "intake/intake_test_kit.hpp"

namespace arbiter::intake {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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

}  // namespace
}  // namespace arbiter::intake
