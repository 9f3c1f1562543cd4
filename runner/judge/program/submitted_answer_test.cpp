#include "judge/program/submitted_answer.hpp"

#include <gtest/gtest.h>

namespace arbiter::judge {
namespace {

std::string found(const std::vector<std::string>& names, std::string_view test) {
  std::vector<ProgramFile> files;
  for (const std::string& name : names)
    files.push_back({name, "/" + name});
  const ProgramFile* file = find_answer(files, test);
  return file == nullptr ? "none" : file->name;
}

TEST(SubmittedAnswer, IsCalledLikeItsTest) {
  EXPECT_EQ(found({"1.out", "secret/1.out"}, "secret/1"), "secret/1.out");
  EXPECT_EQ(found({"1.ans", "2.ans"}, "secret/1"), "1.ans");
  EXPECT_EQ(found({"1", "2"}, "secret/2"), "2");
  EXPECT_EQ(found({"sample/1.txt", "secret/1.txt"}, "secret/1"), "secret/1.txt");
  EXPECT_EQ(found({"11.out", "2.out"}, "secret/1"), "none");
  EXPECT_EQ(found({"1.doc", "2.doc"}, "secret/1"), "none");
}

TEST(SubmittedAnswer, AloneIsForEveryTest) {
  EXPECT_EQ(found({"answer.doc"}, "secret/1"), "answer.doc");
  EXPECT_EQ(found({}, "secret/1"), "none");
}

}  // namespace
}  // namespace arbiter::judge
