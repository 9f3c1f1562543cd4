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
    problems_[0].id = "sum";
    problems_[1].id = "product";
  }

  intake::Delivery handed_in(const std::string& student, const std::string& problem,
                             const std::string& name, const std::string& text) {
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
  const Works works = gather(
      {handed_in("ada", "product", "a.py", "one"), handed_in("bob", "sum", "b.py", "one"),
       handed_in("eve", "product", "c.py", "one"), handed_in("joe", "product", "d.py", "two")});
  ASSERT_EQ(works.works.size(), 3U);
  EXPECT_EQ(works.works[0].problem, "sum");
  EXPECT_EQ(works.works[1].problem, "product");
  EXPECT_EQ(works.works[2].problem, "product");
  ASSERT_EQ(works.attempts.size(), 4U);
  EXPECT_EQ(works.attempts[0], works.works[1]);
  EXPECT_EQ(works.attempts[1], works.works[0]);
  EXPECT_EQ(works.attempts[2], works.works[1]);
  EXPECT_EQ(works.attempts[3], works.works[2]);
  EXPECT_EQ(works.attempts[3].students, std::vector<std::string>{"joe"});
  EXPECT_EQ(works.submissions.at(works.works[2]).given, "d.py");
}

TEST_F(WorksTest, WhatIsNoProgramIsAFaultOfThatWorkAlone) {
  const Works works =
      gather({handed_in("ada", "sum", "essay.pdf", "%PDF"), handed_in("bob", "sum", "b.py", "x")});
  ASSERT_EQ(works.works.size(), 2U);
  EXPECT_FALSE(works.works[0].fault.empty());
  EXPECT_FALSE(works.submissions.contains(works.works[0]));
  EXPECT_TRUE(works.works[1].fault.empty());
  EXPECT_TRUE(works.submissions.contains(works.works[1]));
}

TEST_F(WorksTest, KeptFilesCanBeLoadedAgain) {
  const Works works = gather({handed_in("ada", "sum", "mine.py", "print(1)")});
  const fs::path out = dir_ / "out";
  ASSERT_TRUE(keep_files(out, "abc", works.submissions.begin()->second));
  ASSERT_TRUE(keep_files(out, "abc", works.submissions.begin()->second));
  const auto path = kept_path(out, "abc");
  ASSERT_TRUE(path);
  EXPECT_EQ(path->filename(), "mine.py");
  EXPECT_EQ(read_all(*path), "print(1)");
  EXPECT_FALSE(kept_path(out, "abd"));
}

}  // namespace
}  // namespace arbiter::grade
