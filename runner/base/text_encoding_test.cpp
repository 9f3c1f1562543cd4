#include "base/text_encoding.hpp"

#include <gtest/gtest.h>

#include <set>

namespace arbiter {
namespace {

TEST(TextEncoding, TellsTheEncodingByTheBytes) {
  EXPECT_EQ(decode_text("å").encoding, TextEncoding::utf8);
  EXPECT_EQ(decode_text("\xEF\xBB\xBFx").encoding, TextEncoding::utf8_with_mark);
  EXPECT_EQ(decode_text("\xEF\xBB\xBFx").text, "x");
  EXPECT_EQ(decode_text("\xC5ngstr\xF6m \x80").text, "Ångström €");
  EXPECT_EQ(decode_text("\xC5ngstr\xF6m").encoding, TextEncoding::cp1252);
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

}  // namespace
}  // namespace arbiter
