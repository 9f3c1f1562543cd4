#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class FindProblem : public ::testing::Test {
 protected:
  FindProblem() {
    folder_.add_tests({"plain/1"})
        .touch({"problems/sums/problem.yaml", "problems/sums/data/secret/1.in",
                "shelf/words/problem.yaml", "sums/readme", "work/deep/file"});
  }
  [[nodiscard]] Result<fs::path> find(const std::string& name, const std::string& start) const {
    return find_problem(name, folder_.path() / start, {folder_.path() / "shelf"});
  }
  [[nodiscard]] fs::path at(const std::string& name) const { return folder_.path() / name; }

  PackageFolder folder_;
};

TEST_F(FindProblem, PrefersAnExistingPath) {
  EXPECT_EQ(find("sums", "").value(), at("sums"));
  EXPECT_EQ(find("sums/", "").value(), at("sums"));
  EXPECT_EQ(find("../problems/sums/", "work").value(), at("problems/sums"));
  EXPECT_EQ(find(at("shelf/words").string(), "").value(), at("shelf/words"));
  EXPECT_EQ(find("problems/sums/problem.yaml", "").value(), at("problems/sums"));
}

TEST_F(FindProblem, LooksUpwardsThenOnTheShelves) {
  EXPECT_EQ(find("sums", "work/deep").value(), at("problems/sums"));
  EXPECT_EQ(find("words", "work/deep").value(), at("shelf/words"));
}

TEST_F(FindProblem, FindsTheProblemAroundIt) {
  EXPECT_EQ(find("", "problems/sums").value(), at("problems/sums"));
  EXPECT_EQ(find("", "problems/sums/data/secret").value(), at("problems/sums"));
  EXPECT_EQ(find("", "plain").value(), at("plain"));
}

TEST_F(FindProblem, SaysWhatIsNear) {
  const auto near = find("word", "work");
  ASSERT_FALSE(near);
  EXPECT_EQ(near.error().kind, ErrorKind::usage);
  EXPECT_EQ(near.error().message, "unknown problem 'word'");
  EXPECT_EQ(near.error().help, "did you mean 'words'?");
  EXPECT_THAT(find("unlike", "work").error().help, HasSubstr("sums, words"));
}

TEST_F(FindProblem, RefusesFilesAndStrangePlaces) {
  EXPECT_THAT(find("work/deep/file", "").error().message, HasSubstr("is a file"));
  EXPECT_EQ(find("", "work").error().kind, ErrorKind::usage);
  EXPECT_FALSE(find("../shelf/none", "work"));
  EXPECT_FALSE(find(std::string(100'000, 'x'), "work"));
}

}  // namespace
}  // namespace arbiter::package
