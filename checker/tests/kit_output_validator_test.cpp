#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "arbiter/output_validator.hpp"

namespace {

namespace fs = std::filesystem;
using arbiter::OutputValidator;

/// A folder with an input, an answer, an output and a feedback directory, gone at the end.
class OutputValidatorTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "arbiter-kit-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    fs::create_directory(folder_ / "feedback");
    write("in", "the input\n");
    write("ans", "the answer\n");
    write("out", std::string("out\0put", 7));
  }

  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  /// The arguments of a checker's call, with `extra` behind the three that are always there.
  std::vector<std::string> call(const std::vector<std::string>& extra = {}) const {
    std::vector<std::string> words = {"checker", path("in"), path("ans"), path("feedback/")};
    words.insert(words.end(), extra.begin(), extra.end());
    return words;
  }

  OutputValidator start(std::vector<std::string> words) const {
    if (std::freopen(path("out").c_str(), "rb", stdin) == nullptr) std::abort();
    std::vector<char*> argv;
    argv.reserve(words.size());
    for (std::string& word : words)
      argv.push_back(word.data());
    return {static_cast<int>(argv.size()), argv.data()};
  }

  std::string feedback(const std::string& name) const {
    return arbiter::read_file(path("feedback/" + name)).value_or("(no such file)");
  }

 private:
  fs::path folder_;
};

TEST_F(OutputValidatorTest, ReadsThreeTextsAsBytes) {
  const OutputValidator validator = start(call({"label=optional", "strict"}));
  EXPECT_EQ(validator.input(), "the input\n");
  EXPECT_EQ(validator.answer(), "the answer\n");
  EXPECT_EQ(validator.output(), std::string("out\0put", 7));
  EXPECT_EQ(validator.args(), (std::vector<std::string>{"label=optional", "strict"}));
}

TEST_F(OutputValidatorTest, FindsOptionsByWholeKey) {
  const OutputValidator validator = start(call({"a=1", "ab=2", "a=3=4", "b", "c="}));
  EXPECT_EQ(validator.option("a"), "3=4");
  EXPECT_EQ(validator.option("ab"), "2");
  EXPECT_EQ(validator.option("b"), std::nullopt);
  EXPECT_EQ(validator.option("c"), "");
  EXPECT_EQ(validator.option("d"), std::nullopt);
}

TEST_F(OutputValidatorTest, AcceptsWithStatus42) {
  EXPECT_EXIT(start(call()).accept(), testing::ExitedWithCode(42), "");
  EXPECT_EQ(feedback("judgemessage.txt"), "(no such file)");
  EXPECT_EXIT(start(call()).accept("well done"), testing::ExitedWithCode(42), "");
  EXPECT_EQ(feedback("judgemessage.txt"), "well done\n");
}

TEST_F(OutputValidatorTest, RejectsWithStatus43) {
  EXPECT_EXIT(start(call()).reject("line 1: no"), testing::ExitedWithCode(43), "");
  EXPECT_EQ(feedback("judgemessage.txt"), "line 1: no\n");
}

TEST_F(OutputValidatorTest, AsksForAnotherPassAndAddsToTheMessages) {
  EXPECT_EXIT(start(call()).accept_and_continue("2 3", "so far"), testing::ExitedWithCode(42), "");
  EXPECT_EQ(feedback("nextpass.in"), "2 3");
  EXPECT_EXIT(start(call()).accept_and_continue(""), testing::ExitedWithCode(42), "");
  EXPECT_EQ(feedback("nextpass.in"), "");
  EXPECT_EXIT(start(call()).reject("no"), testing::ExitedWithCode(43), "");
  EXPECT_EQ(feedback("judgemessage.txt"), "so far\nno\n");
}

TEST_F(OutputValidatorTest, TakesAFeedbackDirectoryWithoutSlash) {
  std::vector<std::string> words = call();
  words[3].pop_back();
  EXPECT_EXIT(start(words).reject("no"), testing::ExitedWithCode(43), "");
  EXPECT_EQ(feedback("judgemessage.txt"), "no\n");
}

TEST_F(OutputValidatorTest, BlamesTheJudgeForItsData) {
  EXPECT_EXIT(start(call()).fail("the answer is empty"), testing::ExitedWithCode(1),
              "the answer is empty");
  EXPECT_EQ(feedback("judgeerror.txt"), "the answer is empty\n");
}

TEST_F(OutputValidatorTest, BlamesTheJudgeForAWrongCall) {
  EXPECT_EXIT(start({"checker", path("in"), path("ans")}), testing::ExitedWithCode(2), "usage: ");
  EXPECT_EXIT(start({}), testing::ExitedWithCode(2), "usage: ");
  EXPECT_EXIT(start({"checker", path("gone"), path("ans"), path("feedback/")}),
              testing::ExitedWithCode(2), "cannot read the input file");
  EXPECT_EXIT(start({"checker", path("in"), path("feedback"), path("feedback/")}),
              testing::ExitedWithCode(2), "cannot read the answer file");
  EXPECT_EXIT(start({"checker", path("in"), path("ans"), path("gone/")}).reject("no"),
              testing::ExitedWithCode(2), "cannot write");
}

TEST_F(OutputValidatorTest, BlamesTheJudgeForAnUnreadableOutput) {
  fs::remove(path("out"));
  fs::create_directory(path("out"));
  EXPECT_EXIT(start(call()), testing::ExitedWithCode(2), "cannot read the contestant's output");
}

}  // namespace
