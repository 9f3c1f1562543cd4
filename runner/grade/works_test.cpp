#include "grade/works.hpp"

#include <gtest/gtest.h>

#include "base/test_folder.hpp"

namespace arbiter::grade {
namespace {

namespace fs = std::filesystem;

class WorksTest : public ::testing::Test {
 protected:
  void SetUp() override {
    model::Language python;
    python.id = "python3";
    python.family = "python";
    python.is_default = true;
    python.extensions = {".py"};
    languages_.rows.push_back(python);
    problems_.resize(2);
  }

  intake::Delivery handed_in(std::size_t student, std::size_t problem, const std::string& name,
                             const std::string& text) {
    intake::Delivery one;
    one.students = {student};
    one.problem = problem;
    one.origin = name;
    one.sha256 = "hash of " + text;
    one.path = dir_.write(std::to_string(count_++) + "/" + name, text);
    return one;
  }

  Works gather(const std::vector<intake::Delivery>& all) {
    return gather_works(all, {&problems_[0], &problems_[1]}, languages_);
  }

  TestFolder dir_;
  model::Languages languages_;
  std::vector<model::Problem> problems_;
  int count_ = 0;
};

TEST_F(WorksTest, TheSameFilesAreOneWorkAProblem) {
  const Works works = gather({handed_in(0, 1, "a.py", "one"), handed_in(1, 0, "b.py", "one"),
                              handed_in(2, 1, "c.py", "one"), handed_in(3, 1, "d.py", "two")});
  ASSERT_EQ(works.works.size(), 3U);
  EXPECT_EQ(works.works[0].problem, 0U);
  EXPECT_EQ(works.works[1].problem, 1U);
  EXPECT_EQ(works.works[2].problem, 1U);
  ASSERT_EQ(works.attempts.size(), 4U);
  EXPECT_EQ(works.attempts[0].work, 1U);
  EXPECT_EQ(works.attempts[1].work, 0U);
  EXPECT_EQ(works.attempts[2].work, 1U);
  EXPECT_EQ(works.attempts[3].work, 2U);
  EXPECT_EQ(works.attempts[3].students, std::vector<std::size_t>{3});
  EXPECT_EQ(works.submissions[2]->given, "d.py");
}

TEST_F(WorksTest, WhatIsNoProgramIsAFaultOfThatWorkAlone) {
  const Works works = gather({handed_in(0, 0, "essay.pdf", "%PDF"), handed_in(1, 0, "b.py", "x")});
  ASSERT_EQ(works.works.size(), 2U);
  EXPECT_FALSE(works.works[0].fault.empty());
  EXPECT_FALSE(works.submissions[0]);
  EXPECT_TRUE(works.works[1].fault.empty());
  EXPECT_TRUE(works.submissions[1]);
}

TEST_F(WorksTest, KeptFilesCanBeLoadedAgain) {
  const Works works = gather({handed_in(0, 0, "mine.py", "print(1)")});
  const fs::path out = dir_ / "out";
  ASSERT_TRUE(keep_files(out, "abc", *works.submissions[0]));
  ASSERT_TRUE(keep_files(out, "abc", *works.submissions[0]));
  const auto path = kept_path(out, "abc");
  ASSERT_TRUE(path);
  EXPECT_EQ(path->filename(), "mine.py");
  EXPECT_EQ(read_all(*path), "print(1)");
  EXPECT_FALSE(kept_path(out, "abd"));
}

}  // namespace
}  // namespace arbiter::grade
