#include "base/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "base/file.hpp"
#include "base/temp_dir.hpp"

namespace arbiter {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Utf8, AcceptsTheFirstAndLastOfEveryLength) {
  for (const std::string_view text :
       {"", "a", "\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
        "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "på 日本 🙂"}) {
    EXPECT_TRUE(is_utf8(text)) << printable(text);
    EXPECT_EQ(to_utf8(text), text);
  }
  EXPECT_TRUE(is_utf8(std::string_view("\0", 1)));
}

TEST(Utf8, EveryByteOutsideASequenceIsReplaced) {
  struct Case {
    std::string_view bytes;
    int replaced;
  };
  const Case cases[] = {
      {"\x80", 1},              // continuation alone
      {"\xBF\xBF", 2},          //
      {"\xC0\x80", 2},          // overlong NUL
      {"\xC1\xBF", 2},          // overlong
      {"\xC2", 1},              // cut short
      {"\xE0\x9F\xBF", 3},      // overlong
      {"\xE2\x82", 2},          // cut short
      {"\xED\xA0\x80", 3},      // surrogates
      {"\xED\xBF\xBF", 3},      //
      {"\xF0\x8F\xBF\xBF", 4},  // overlong
      {"\xF4\x90\x80\x80", 4},  // beyond U+10FFFF
      {"\xF5\x80\x80\x80", 4},  //
      {"\xF0\x9F\x99", 3},      // cut short
      {"\xFE", 1},              //
      {"\xFF", 1},              //
      {"\xE5", 1},              // Latin-1 å
  };
  for (const Case& c : cases) {
    EXPECT_FALSE(is_utf8(c.bytes)) << printable(c.bytes);
    std::string expected = "a";
    for (int i = 0; i < c.replaced; ++i)
      expected += "\xEF\xBF\xBD";
    expected += "b";
    const std::string made = to_utf8("a" + std::string(c.bytes) + "b");
    EXPECT_EQ(made, expected) << printable(c.bytes);
    EXPECT_TRUE(is_utf8(made));
  }
}

TEST(Printable, KeepsTextAndEscapesWhatATerminalWouldObey) {
  EXPECT_EQ(printable("a\tb\nå 日"), "a\tb\nå 日");
  EXPECT_EQ(printable("\x1b[31m"), "\\x1b[31m");
  EXPECT_EQ(printable(std::string_view("\0\r\x7F", 3)), "\\x00\\x0d\\x7f");
  EXPECT_EQ(printable("\xC2\x9B"), "\\xc2\\x9b") << "the one-character form of ESC [";
  EXPECT_EQ(printable("\xE2\x80\xAE"), "\\xe2\\x80\\xae") << "right-to-left override";
  EXPECT_EQ(printable("\xFF\xE5"), "\\xff\\xe5");
}

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("åäö"), 3U);
  EXPECT_EQ(display_width("日本"), 4U);
  EXPECT_EQ(display_width("e\xCC\x81"), 1U) << "a combining accent takes no column";
  EXPECT_EQ(display_width("🙂"), 2U);
}

TEST(Nearest, FindsTheWordThatWasMeant) {
  const std::vector<std::string> verbs = {"judge", "doctor", "show", "shop"};
  EXPECT_EQ(nearest("jugde", verbs), "judge");
  EXPECT_EQ(nearest("judg", verbs), "judge");
  EXPECT_EQ(nearest("doktor", verbs), "doctor");
  EXPECT_EQ(nearest("shoq", verbs), "show") << "the first of equally near ones";
  EXPECT_EQ(nearest("judge", verbs), "judge");
  EXPECT_EQ(nearest("report", verbs), std::nullopt);
  EXPECT_EQ(nearest("judge", {}), std::nullopt);
}

TEST(SplitLines, AFinalNewlineBeginsNoLine) {
  EXPECT_THAT(split_lines(""), IsEmpty());
  EXPECT_THAT(split_lines("\n"), ElementsAre(""));
  EXPECT_THAT(split_lines("a"), ElementsAre("a"));
  EXPECT_THAT(split_lines("a\n"), ElementsAre("a"));
  EXPECT_THAT(split_lines("a\n\nb"), ElementsAre("a", "", "b"));
}

TEST(ShellQuoted, QuotesOnlyWhereAShellNeedsIt) {
  EXPECT_EQ(shell_quoted("a/b-c_1.cpp"), "a/b-c_1.cpp");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("a b"), "'a b'");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quoted("~"), "'~'");
  EXPECT_EQ(shell_quoted("å"), "'å'");
}

TEST(ShellQuoted, AShellReadsItBack) {
  const auto folder = TempDir::make("arbiter-text-test");
  ASSERT_TRUE(folder);
  const std::filesystem::path out = folder->path() / "out";
  for (const std::string word : {"plain", "", "a b\tc\nd", "it's", "$HOME `id` \\ \"x\" * ~ # !"}) {
    const std::string command = "printf %s " + shell_quoted(word) + " >" + out.string();
    const pid_t child = ::fork();
    if (child == 0) {
      ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      ::_exit(127);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
    const auto read = read_file(out);
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, word);
  }
}

TEST(Text, IsSplitTrimmedAndLowered) {
  EXPECT_THAT(split("a,,b", ','), ElementsAre("a", "", "b"));
  EXPECT_THAT(split("", ','), ElementsAre(""));
  EXPECT_EQ(trimmed(" \ta b\r\n"), "a b");
  EXPECT_EQ(trimmed(" \n"), "");
  EXPECT_EQ(lower_ascii("AZaz\xC5"), "azaz\xC5");
}

}  // namespace
}  // namespace arbiter
