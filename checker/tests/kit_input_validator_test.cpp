#include <gtest/gtest.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

#include "arbiter/input_validator.hpp"

namespace {

using arbiter::InputReader;

/// What a reader says about a text, or an empty string when it takes it.
std::string complaint(const std::string& text, const std::function<void(InputReader&)>& read) {
  InputReader in(text);
  try {
    read(in);
  } catch (const arbiter::InvalidInput& error) {
    return error.what();
  }
  return {};
}

void read_integer(InputReader& in) {
  in.integer(-5, 100, "n");
  in.newline();
  in.end_of_file();
}

TEST(InputReaderInteger, TakesTheBounds) {
  EXPECT_EQ(complaint("-5\n", read_integer), "");
  EXPECT_EQ(complaint("0\n", read_integer), "");
  EXPECT_EQ(complaint("100\n", read_integer), "");
}

TEST(InputReaderInteger, RefusesValuesOutside) {
  EXPECT_EQ(complaint("101\n", read_integer), "line 1, column 1: n: \"101\" is not in -5..100");
  EXPECT_EQ(complaint("-6\n", read_integer), "line 1, column 1: n: \"-6\" is not in -5..100");
}

TEST(InputReaderInteger, RefusesOtherWaysOfWriting) {
  for (const char* text : {"00\n", "007\n", "-0\n", "-05\n", "+5\n", "-\n", "5.0\n", "0x5\n",
                           "1e1\n", " 5\n", "5 \n", "5\r\n", "\n", "", "5", "5\n\n", "5\n6\n"})
    EXPECT_NE(complaint(text, read_integer), "") << arbiter::shown(text);
}

TEST(InputReaderInteger, SurvivesTheEndsOfItsType) {
  EXPECT_EQ(InputReader("9223372036854775807").integer(0, LLONG_MAX, "n"), LLONG_MAX);
  EXPECT_EQ(InputReader("-9223372036854775808").integer(LLONG_MIN, 0, "n"), LLONG_MIN);
  const auto read = [](InputReader& in) { in.integer(LLONG_MIN, LLONG_MAX, "n"); };
  EXPECT_NE(complaint("9223372036854775808", read), "");
  EXPECT_NE(complaint("-9223372036854775809", read), "");
  EXPECT_NE(complaint("99999999999999999999999999999999", read), "");
}

TEST(InputReaderWord, ChecksLengthAndAlphabet) {
  const auto read = [](InputReader& in) {
    in.word(2, 4, "ABC", "word");
    in.newline();
  };
  EXPECT_EQ(complaint("AB\n", read), "");
  EXPECT_EQ(complaint("CCCC\n", read), "");
  EXPECT_EQ(complaint("A\n", read), "line 1, column 1: word: \"A\" has 1 characters, not 2..4");
  EXPECT_NE(complaint("ABCAB\n", read), "");
  EXPECT_EQ(complaint("Ax\n", read),
            "line 1, column 1: word: \"A\" has 1 characters, not 2..4; then comes \"x\"\u2026");
  EXPECT_EQ(complaint("ABx\n", read), "line 1, column 3: expected a line end (LF), got \"x\\n\"");
  EXPECT_EQ(complaint("xAB\n", read), "line 1, column 1: expected a word (word), got \"xAB\\n\"");
  EXPECT_EQ(complaint("", read),
            "line 1, column 1: expected a word (word), got the end of the file");
}

TEST(InputReaderWord, TakesNoNulByteForALetter) {
  const std::string nul(2, '\0');
  EXPECT_NE(complaint(nul, [](InputReader& in) { in.word(1, 5, "ABC", "word"); }), "");
}

TEST(InputReaderLine, ReadsItsLineEnd) {
  InputReader in("a b\n\nc\n");
  EXPECT_EQ(in.line(0, 10, "text"), "a b");
  EXPECT_EQ(in.line(0, 10, "text"), "");
  EXPECT_EQ(in.line(1, 1, "text"), "c");
  in.end_of_file();
  EXPECT_NE(complaint("no line end", [](InputReader& r) { r.line(0, 99, "text"); }), "");
}

TEST(InputReaderBlanks, TakeAnyRunButNotNone) {
  InputReader in("1 \t\r\n2");
  EXPECT_EQ(in.integer(1, 2, "a"), 1);
  in.blanks();
  EXPECT_EQ(in.integer(1, 2, "b"), 2);
  EXPECT_FALSE(in.skip_blanks());
  EXPECT_TRUE(in.at_end());
  EXPECT_NE(complaint("12",
                      [](InputReader& r) {
                        r.integer(0, 99, "a");
                        r.blanks();
                      }),
            "");
  EXPECT_NE(complaint("\v", [](InputReader& r) { r.blanks(); }), "");
}

TEST(InputReaderInvalid, NamesTheItemReadLast) {
  const auto read = [](InputReader& in) {
    in.integer(0, 9, "a");
    in.newline();
    in.integer(0, 9, "b");
    in.space();
    in.integer(0, 9, "c");
    in.invalid("c may not be equal to b");
  };
  EXPECT_EQ(complaint("1\n2 2\n", read), "line 2, column 3: c may not be equal to b");
}

TEST(InputReaderProcess, EndsWithStatus43AndThePlace) {
  EXPECT_EXIT(InputReader("x", arbiter::OnInvalid::exit_process).integer(0, 1, "n"),
              testing::ExitedWithCode(43), "line 1, column 1: expected an integer");
}

/// What an input validator does, with a file or a folder for its standard input.
void validate(const std::string& path) {
  if (std::freopen(path.c_str(), "rb", stdin) == nullptr) std::abort();
  InputReader in;
  in.integer(1, 9, "n");
  in.newline();
  in.end_of_file();
  std::exit(arbiter::k_exit_valid);
}

TEST(InputReaderProcess, ReadsStandardInput) {
  const std::string path = testing::TempDir() + "arbiter-kit-input";
  std::ofstream(path) << "7\n";
  EXPECT_EXIT(validate(path), testing::ExitedWithCode(42), "");
  std::ofstream(path) << "7\n8\n";
  EXPECT_EXIT(validate(path), testing::ExitedWithCode(43), "line 2, column 1: expected the end");
  std::remove(path.c_str());
}

/// The lines that a validator leaves in a file of quantities, if one lies there.
std::string quantities_of(const std::string& input, bool is_asked) {
  const std::filesystem::path before = std::filesystem::current_path();
  const std::filesystem::path folder = testing::TempDir() + "arbiter-quantities";
  std::filesystem::create_directories(folder);
  std::filesystem::current_path(folder);
  std::ofstream("input") << input;
  if (is_asked) std::ofstream(arbiter::k_quantities_file).flush();
  EXPECT_NE(std::freopen("input", "rb", stdin), nullptr);
  {
    InputReader in;
    in.integer(1, 9, "pile 1");
    in.space();
    in.integer(1, 9, "pile 22");
    in.space();
    in.word(1, 5, "ab", "word");
    in.newline();
    in.end_of_file();
  }
  std::stringstream text;
  text << std::ifstream(arbiter::k_quantities_file).rdbuf();
  std::filesystem::current_path(before);
  std::filesystem::remove_all(folder);
  return text.str();
}

TEST(Quantities, TellWhatAValidInputHolds) {
  EXPECT_EQ(quantities_of("3 9 abab\n", true), "4 4 1 5 0 0 length of word\n3 9 1 9 0 1 pile #\n");
}

TEST(Quantities, AreNotWrittenUnlessSomebodyAsks) {
  EXPECT_EQ(quantities_of("3 9 abab\n", false), "");
}

TEST(InputReaderProcess, BlamesTheJudgeForAReadError) {
  EXPECT_EXIT(validate(testing::TempDir()), testing::ExitedWithCode(1), "cannot read standard");
}

}  // namespace
