#include "arbiter/fast_input.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <sstream>

namespace arbiter {
namespace {

using Stream = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

Stream stream_of(const std::string& text) {
  Stream stream(std::tmpfile(), std::fclose);
  std::fwrite(text.data(), 1, text.size(), stream.get());
  std::rewind(stream.get());
  return stream;
}

TEST(FastInput, ReadsNumbersAndWords) {
  const Stream stream = stream_of(
      "  12\n-7 \t+3\r\nword\xC3\xA5 9223372036854775807\n"
      "-9223372036854775808");
  const auto input = std::make_unique<FastInput>(stream.get());
  EXPECT_EQ(input->integer(), 12);
  EXPECT_EQ(input->integer(), -7);
  EXPECT_EQ(input->integer(), 3);
  EXPECT_EQ(input->word(), "word\xC3\xA5");
  EXPECT_EQ(input->integer(), INT64_MAX);
  EXPECT_FALSE(input->at_end());
  EXPECT_EQ(input->integer(), INT64_MIN);
  EXPECT_TRUE(input->at_end());
  EXPECT_EQ(input->integer(), 0);
  EXPECT_EQ(input->word(), "");
}

TEST(FastInput, ReadsWhatItsSlowTwinReads) {
  std::mt19937 random(20261);
  std::string text;
  // More than one buffer, so that numbers lie across its end.
  for (int i = 0; i < 40000; ++i) {
    text += std::to_string(static_cast<std::int32_t>(random()));
    text += " \n\t "[random() % 4];
  }
  const Stream stream = stream_of(text);
  const auto fast = std::make_unique<FastInput>(stream.get());
  std::istringstream slow(text);
  for (std::int64_t expected = 0; slow >> expected;)
    ASSERT_EQ(fast->integer(), expected);
  EXPECT_TRUE(fast->at_end());
}

}  // namespace
}  // namespace arbiter
