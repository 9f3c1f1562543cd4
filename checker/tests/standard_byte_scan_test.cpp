#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "standard/byte_scan.hpp"

namespace arbiter::checkers {
namespace {

class ByteScanTest : public testing::TestWithParam<const ByteScan*> {};

TEST_P(ByteScanTest, FindsTheFirstMismatchAtEveryPlaceAndSize) {
  for (std::size_t size = 0; size <= 130; ++size) {
    const std::string left(size, 'x');
    EXPECT_EQ(GetParam()->mismatch(left.data(), left.data(), size), size);
    for (std::size_t at = 0; at < size; ++at) {
      std::string right = left;
      right[at] = 'y';
      right.back() = 'y';
      ASSERT_EQ(GetParam()->mismatch(left.data(), right.data(), size), at);
    }
  }
}

TEST_P(ByteScanTest, KnowsAllBytesAtEveryPlace) {
  for (int value = 0; value < 256; ++value) {
    const char byte = static_cast<char>(value);
    for (std::size_t at = 0; at < 70; ++at) {
      std::string tokens(70, '\x8D');
      tokens[at] = byte;
      ASSERT_EQ(GetParam()->find_blank(tokens.data(), 70), is_blank(byte) ? at : 70) << value;
      std::string blanks(70, '\r');
      blanks[at] = byte;
      ASSERT_EQ(GetParam()->find_nonblank(blanks.data(), 70), is_blank(byte) ? 70 : at) << value;
    }
  }
}

TEST_P(ByteScanTest, AgreesWithALoopOnRandomBytes) {
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::string text(random() % 100, ' ');
    const std::size_t rarity = 1 + random() % 40;
    for (char& byte : text) {
      byte = random() % rarity == 0 ? static_cast<char>(random()) : (round % 2 == 0 ? ' ' : 'a');
    }
    std::size_t blank = 0;
    while (blank < text.size() && !is_blank(text[blank]))
      ++blank;
    std::size_t token = 0;
    while (token < text.size() && is_blank(text[token]))
      ++token;
    ASSERT_EQ(GetParam()->find_blank(text.data(), text.size()), blank);
    ASSERT_EQ(GetParam()->find_nonblank(text.data(), text.size()), token);
  }
}

std::vector<const ByteScan*> all_scans() {
  std::vector<const ByteScan*> scans{&portable_byte_scan()};
  if (avx2_byte_scan() != nullptr) scans.push_back(avx2_byte_scan());
  return scans;
}

INSTANTIATE_TEST_SUITE_P(Scans, ByteScanTest, testing::ValuesIn(all_scans()),
                         [](const auto& row) { return std::string(row.param->name); });

TEST(IsBlank, HoldsForTheSixBlanksOfTheFormatOnly) {
  std::string blanks;
  for (int value = 0; value < 256; ++value) {
    if (is_blank(static_cast<char>(value))) blanks += static_cast<char>(value);
  }
  EXPECT_EQ(blanks, "\t\n\v\f\r ");
}

}  // namespace
}  // namespace arbiter::checkers
