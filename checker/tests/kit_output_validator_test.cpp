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

using arbiter::shown;
using arbiter::Token;
using arbiter::TokenReader;

TEST(Shown, MakesBlanksAndControlsVisible) {
  EXPECT_EQ(shown(""), "\"\"");
  EXPECT_EQ(shown("a b"), "\"a\u2423b\"");
  EXPECT_EQ(shown("\t\n\r"), "\"\\t\\n\\r\"");
  EXPECT_EQ(shown(std::string("\0\x1B[", 3)), "\"\\x00\\x1B[\"");
  EXPECT_EQ(shown("\x7F"), "\"\\u{007F}\"");
  EXPECT_EQ(shown("\"\\"), "\"\\\"\\\\\"");
}

TEST(Shown, KeepsTextAndEscapesWhatIsNoUtf8) {
  EXPECT_EQ(shown("bokst\u00E4ver"), "\"bokst\u00E4ver\"");
  EXPECT_EQ(shown("\xE4ver"), "\"\\xE4ver\"");
  EXPECT_EQ(shown("\xC0\x80"), "\"\\xC0\\x80\"");
  EXPECT_EQ(shown("\xED\xA0\x80"), "\"\\xED\\xA0\\x80\"");
  EXPECT_EQ(shown("\xE0\x80\x80"), "\"\\xE0\\x80\\x80\"");
  EXPECT_EQ(shown("\xF4\x90\x80\x80"), "\"\\xF4\\x90\\x80\\x80\"");
  EXPECT_EQ(shown("\xF0\x9F\x98"), "\"\\xF0\\x9F\\x98\"");
  EXPECT_EQ(shown("\U0001F600"), "\"\U0001F600\"");
}

TEST(Shown, EscapesWhatATerminalWouldHide) {
  EXPECT_EQ(shown("\u00A0"), "\"\\u{00A0}\"");
  EXPECT_EQ(shown("\u202E"), "\"\\u{202E}\"");
  EXPECT_EQ(shown("\uFEFF"), "\"\\u{FEFF}\"");
}

TEST(Shown, CutsAtTheLimit) {
  EXPECT_EQ(shown("abcd", 4), "\"abcd\"");
  EXPECT_EQ(shown("abcde", 4), "\"abcd\"\u2026");
  EXPECT_EQ(shown("\u00E4\u00E4\u00E4", 2), "\"\u00E4\u00E4\"\u2026");
}

void expect_token(const std::optional<Token>& token, const std::string& text, int line,
                  int column) {
  ASSERT_TRUE(token.has_value());
  EXPECT_EQ(token->text, text);
  EXPECT_EQ(token->line, line);
  EXPECT_EQ(token->column, column);
}

TEST(TokenReader, TellsWhereTokensBegin) {
  TokenReader reader("  one\ttwo\r\n\n three\v\f4");
  expect_token(reader.next(), "one", 1, 3);
  expect_token(reader.next(), "two", 1, 7);
  expect_token(reader.next(), "three", 3, 2);
  expect_token(reader.next(), "4", 3, 9);
  EXPECT_FALSE(reader.next().has_value());
  EXPECT_FALSE(reader.next().has_value());
}

TEST(TokenReader, TakesNulAndHighBytesForText) {
  const std::string text("a\0b \xA0", 5);
  TokenReader reader(text);
  expect_token(reader.next(), std::string("a\0b", 3), 1, 1);
  expect_token(reader.next(), "\xA0", 1, 5);
}

TEST(TokenReader, FindsNothingInBlanks) {
  EXPECT_FALSE(TokenReader("").next().has_value());
  EXPECT_FALSE(TokenReader(" \n\t").next().has_value());
}

}  // namespace
