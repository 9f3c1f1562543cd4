#include "base/path_glob.hpp"

#include <gtest/gtest.h>

#include <string>

namespace arbiter {
namespace {

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
