#include "base/text.hpp"

#include <gmock/gmock.h>

#include <set>
#include <string>

#include "base/command.hpp"
#include "base/path_glob.hpp"
#include "base/text_encoding.hpp"

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

TEST(Listed, NamesTheFirst) {
  EXPECT_EQ(listed({}), "");
  EXPECT_EQ(listed({"a", "b"}), "a, b");
  EXPECT_EQ(listed({"a", "b", "c", "d", "e", "f", "g"}), "a, b, c, d, e, and 2 more");
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
  for (const std::string word : {"plain", "", "a b\tc\nd", "it's", "$HOME `id` \\ \"x\" * ~ # !"}) {
    const auto ran = run_command({"sh", "-c", "printf %s " + shell_quoted(word)});
    ASSERT_TRUE(ran) << ran.error().text();
    EXPECT_EQ(ran->status, 0);
    EXPECT_EQ(ran->output, word);
  }
}

TEST(Text, IsSplitTrimmedAndLowered) {
  EXPECT_THAT(split("a,,b", ','), ElementsAre("a", "", "b"));
  EXPECT_THAT(split("", ','), ElementsAre(""));
  EXPECT_EQ(trimmed(" \ta b\r\n"), "a b");
  EXPECT_EQ(trimmed(" \n"), "");
  EXPECT_EQ(lower_ascii("AZaz\xC5"), "azaz\xC5");
}

TEST(TextEncoding, TellsTheEncodingByTheBytes) {
  EXPECT_FALSE(decode_text("å").is_cp1252);
  EXPECT_FALSE(decode_text("\xEF\xBB\xBFx").is_cp1252);
  EXPECT_EQ(decode_text("\xEF\xBB\xBFx").text, "x");
  EXPECT_EQ(decode_text("\xC5ngstr\xF6m \x80").text, "Ångström €");
  EXPECT_TRUE(decode_text("\xC5ngstr\xF6m").is_cp1252);
}

TEST(TextEncoding, ReadsBothUtf16) {
  EXPECT_EQ(decode_text(std::string_view("\xFF\xFE\xE5\x00\x3D\xD8\x00\xDE", 8)).text, "å😀");
  EXPECT_EQ(decode_text(std::string_view("\xFE\xFF\x00\xE5\xD8\x3D\xDE\x00", 8)).text, "å😀");
  EXPECT_EQ(decode_text(std::string_view("\xFF\xFE\x3D\xD8\x41\x00\x42", 7)).text, "\uFFFDA\uFFFD");
}

TEST(TextEncoding, ReadsEveryByteOfWindowsAsAnotherCharacter) {
  std::set<std::string> characters;
  for (unsigned byte = 0x80; byte < 0x100; ++byte)
    characters.insert(decode_text(std::string(1, static_cast<char>(byte))).text);
  EXPECT_EQ(characters.size(), 128U);
}

TEST(TextEncoding, ReadsNamesOfOldArchives) {
  EXPECT_EQ(from_cp437("\x86\x84\x94.c\xE1"), "åäö.cß");
  EXPECT_EQ(from_cp437("plain"), "plain");
}

bool whole(std::string_view pattern, std::string_view path) {
  return matches_path_glob(pattern, path, PathGlob::whole);
}

TEST(PathGlob, StaysWithinANameWithStars) {
  EXPECT_TRUE(whole("secret/*-hard", "secret/03-hard"));
  EXPECT_FALSE(whole("secret/*", "secret/a/03"));
  EXPECT_FALSE(whole("*", "a/b"));
  EXPECT_TRUE(whole("*/*b*c", "a/xbxbxc"));
  EXPECT_FALSE(whole("*/*b*c", "a/xbxbx"));
  EXPECT_TRUE(whole("a?c", "abc"));
  EXPECT_FALSE(whole("a?c", "a/c"));
  EXPECT_TRUE(whole("accepted/", "accepted"));
  EXPECT_TRUE(whole("a**", "a"));
}

TEST(PathGlob, ChoosesInBraces) {
  EXPECT_TRUE(whole("{accepted,slow}/*.py", "slow/a.py"));
  EXPECT_TRUE(whole("a{b,c{d,e}}f", "acef"));
  EXPECT_TRUE(whole("a{,b}", "a"));
  EXPECT_FALSE(whole("a{b,c}", "ad"));
  EXPECT_TRUE(whole("{ accepted, slow }/*.py", "slow/a.py"));
  EXPECT_TRUE(whole("a{ , b}", "a"));
  EXPECT_FALSE(whole("a b{c}", "abc"));
  EXPECT_TRUE(whole("a{b", "a{b"));
  EXPECT_TRUE(whole("a{b{c,d}", "a{bd"));
}

TEST(PathGlob, NamesFoldersAroundAPath) {
  EXPECT_TRUE(matches_path_glob("accepted", "accepted/a/b.py", PathGlob::or_parent));
  EXPECT_TRUE(matches_path_glob("acc*/a", "accepted/a/b.py", PathGlob::or_parent));
  EXPECT_FALSE(matches_path_glob("a", "accepted/a", PathGlob::or_parent));
  EXPECT_FALSE(whole("accepted", "accepted/a"));
}

TEST(PathGlob, IsBoundedInTimeAndMemory) {
  std::string many;
  for (int i = 0; i < 40; ++i)
    many += "{a,b}";
  EXPECT_FALSE(whole(many, std::string(40, 'a')));
  std::string stars;
  for (int i = 0; i < 5000; ++i)
    stars += "*a";
  EXPECT_FALSE(whole(stars + "b", std::string(10000, 'a')));
  EXPECT_TRUE(whole(std::string(5000, '{'), std::string(5000, '{')));
}

}  // namespace
}  // namespace arbiter
