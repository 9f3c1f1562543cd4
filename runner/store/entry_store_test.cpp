#include "store/entry_store.hpp"

#include <gtest/gtest.h>

#include "base/test_folder.hpp"
#include "store/hash.hpp"

namespace arbiter::store {
namespace {

TEST(TestStore, KeepsWholeEntriesOnly) {
  TestFolder cache;
  const TestStore store(cache.path());
  EXPECT_FALSE(store.find("a"));
  ASSERT_TRUE(store.store("a", {{".in", "1\n"}, {".ans", ""}}));
  const auto found = store.find("a");
  ASSERT_TRUE(found);
  EXPECT_EQ(read_all(found->at(".in")), "1\n");
  EXPECT_EQ(found->count(".ans"), 1U);
  cache.write("tests/a/testcase.in", "2\n");
  EXPECT_FALSE(store.find("a")) << "damaged";
  ASSERT_TRUE(store.store("a", {{".in", "3\n"}}));
  EXPECT_EQ(read_all(store.find("a")->at(".in")), "3\n") << "mended";
  ASSERT_TRUE(store.rename("a", "b"));
  EXPECT_FALSE(store.find("a"));
  EXPECT_TRUE(store.find("b"));
  EXPECT_FALSE(store.rename("a", "c"));
  ASSERT_TRUE(store.store("d", {{".in", "4\n"}}));
  cache.write("tests/b/testcase.in", "2\n");
  ASSERT_TRUE(store.rename("d", "b")) << "onto a damaged one";
  EXPECT_EQ(read_all(store.find("b")->at(".in")), "4\n");
}

TEST(Sha256, IsThatOfSha256sum) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, TellsListsOfFieldsApart) {
  Sha256 one;
  one.add_field("ab");
  one.add_field("c");
  Sha256 other;
  other.add_field("a");
  other.add_field("bc");
  EXPECT_NE(one.hex(), other.hex());
}

}  // namespace
}  // namespace arbiter::store
