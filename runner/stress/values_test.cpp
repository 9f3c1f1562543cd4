#include "stress/values.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace arbiter::stress {
namespace {

using model::InputValues;

InputValues values_of(std::string_view input) {
  InputValues values;
  add_values(input, values);
  return values;
}

TEST(InputValues, AreNumbersAndCharacters) {
  EXPECT_EQ(values_of("3 abba\n-7 x1\n"), (InputValues{"1abx", -7, 3}));
  EXPECT_EQ(values_of("\n"), InputValues());
}

/// Inputs as a validator would accept them: n from 1 to 1000, then a word of small letters and a
/// number from 0 to n.
Result<bool> is_valid(const std::string& input) {
  std::istringstream text(input);
  std::int64_t n = 0;
  std::string word;
  std::int64_t k = 0;
  text >> n >> word >> k;
  const bool is_word =
      std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z' && c != 'q'; });
  return text && n >= 1 && n <= 1000 && is_word && k >= 0 && k <= n;
}

TEST(ValuesBeyond, AreWhatIsAcceptedAndWasNotThere) {
  const auto beyond = values_beyond("6 cab 1\n", {"abc", 1, 6}, is_valid);
  ASSERT_TRUE(beyond);
  EXPECT_EQ(*beyond, (InputValues{"defghijklmnoprstuvwxyz", 0, 1000}));
}

TEST(ValuesBeyond, AreNoneWhereEverythingWasThere) {
  const auto beyond = values_beyond("6 cab 1\n", {"abc", 1, 6},
                                    [](const std::string&) -> Result<bool> { return false; });
  ASSERT_TRUE(beyond);
  EXPECT_EQ(*beyond, InputValues());
}

TEST(ValuesBeyond, PassOnAFaultOfTheValidator) {
  const auto beyond = values_beyond("6 a 1\n", {"a", 1, 6}, [](const std::string&) -> Result<bool> {
    return Error{ErrorKind::invalid_package, "it crashed", {}, {}};
  });
  EXPECT_FALSE(beyond);
}

}  // namespace
}  // namespace arbiter::stress
