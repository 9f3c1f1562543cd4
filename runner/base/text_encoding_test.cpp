#include "base/text_encoding.hpp"

#include <gtest/gtest.h>

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

TEST(TextEncoding, GivesEveryByteBack) {
  std::string all;
  for (int byte = 1; byte < 256; ++byte)
    all += static_cast<char>(static_cast<unsigned char>(byte));
  const std::string utf16("\xFF\xFE\xE5\x00\x3D\xD8\x00\xDE", 8);
  const std::string big("\xFE\xFF\x00\xE5\xD8\x3D\xDE\x00", 8);
  for (const std::string& bytes :
       {all, utf16, big, std::string("\xEF\xBB\xBFå李"), std::string("李")}) {
    const DecodedText decoded = decode_text(bytes);
    EXPECT_EQ(encode_text(decoded.text, decoded.encoding), bytes);
  }
  EXPECT_EQ(encode_text("李å", TextEncoding::cp1252), "?\xE5");
}

TEST(TextEncoding, ReadsNamesOfOldArchives) {
  EXPECT_EQ(from_cp437("\x86\x84\x94.c\xE1"), "åäö.cß");
  EXPECT_EQ(from_cp437("plain"), "plain");
}

}  // namespace
}  // namespace arbiter
