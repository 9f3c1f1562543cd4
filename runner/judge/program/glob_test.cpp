#include "judge/program/glob.hpp"

#include <gtest/gtest.h>

#include <string>

namespace arbiter::judge {
namespace {

struct Case {
  std::string_view pattern;
  std::string_view name;
  bool matches;
};

TEST(Glob, MatchesWholeNames) {
  constexpr Case k_rows[] = {
      {"secret/01", "secret/01", true},
      {"secret/01", "secret/011", false},
      {"01", "secret/01", false},
      {"*01", "secret/01", true},
      {"*", "", true},
      {"*", "secret/deep/er", true},
      {"secret/*", "secret/deep/er", true},
      {"s*/*er", "secret/deep/er", true},
      {"s*x*er", "secret/deep/er", false},
      {"secret/0?", "secret/07", true},
      {"secret/0?", "secret/0", false},
      {"secret/[0-3]*", "secret/25", true},
      {"secret/[0-3]*", "secret/45", false},
      {"secret/[!0-3]*", "secret/45", true},
      {"[]x]", "]", true},
      {"[abc", "[abc", true},
      {"[abc", "a", false},
      {"", "", true},
      {"", "a", false},
      {"**a**", "bab", true},
  };
  for (const Case& row : k_rows) {
    EXPECT_EQ(matches_glob(row.pattern, row.name), row.matches) << row.pattern << " " << row.name;
  }
}

TEST(Glob, IsNotSlowOnManyStars) {
  const std::string name(5000, 'a');
  std::string pattern;
  for (int i = 0; i < 200; ++i)
    pattern += "*a";
  EXPECT_FALSE(matches_glob(pattern + "b", name));
  EXPECT_TRUE(matches_glob(pattern, name));
}

}  // namespace
}  // namespace arbiter::judge
