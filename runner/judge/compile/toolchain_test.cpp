#include "judge/compile/toolchain.hpp"

#include <gmock/gmock.h>

#include "judge/fake_box.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

TEST(Kits, AreThoseThatAreThere) {
  const TestFolder folder;
  folder.write("checker/include/arbiter/a.hpp", "a");
  folder.write("reference/include/arbiter/b.hpp", "b");
  const Kits kits = Kits::find(folder.path(), folder / "cache");
  EXPECT_THAT(kits.includes, ElementsAre("-I/kits/checker", "-I/kits/reference"));
  ASSERT_EQ(kits.binds.size(), 2U);
  EXPECT_EQ(kits.binds[0].source, fs::canonical(folder / "checker/include").string());
  EXPECT_EQ(kits.binds[0].target, "/kits/checker");

  folder.write("reference/include/arbiter/b.hpp", "c");
  const Kits changed = Kits::find(folder.path(), folder / "cache");
  EXPECT_NE(changed.hash, kits.hash);
}

TEST(Kits, AreCopiedWhereOnlyTheirOwnerMayReadThem) {
  const TestFolder folder;
  const auto header = folder.write("checker/include/arbiter/deep/a.hpp", "text");
  fs::permissions(header, fs::perms{0600});
  const Kits kits = Kits::find(folder.path(), folder / "cache");
  ASSERT_EQ(kits.binds.size(), 1U);
  const fs::path copy = fs::path(kits.binds[0].source);
  EXPECT_EQ(copy.parent_path(), folder / "cache/kits");
  EXPECT_EQ(read_all(copy / "arbiter/deep/a.hpp"), "text");
  EXPECT_EQ(fs::status(copy / "arbiter/deep/a.hpp").permissions(), fs::perms{0644});
  EXPECT_EQ(fs::status(copy / "arbiter/deep").permissions(), fs::perms{0755});
  EXPECT_EQ(fs::status(copy).permissions(), fs::perms{0755});
  const Kits again = Kits::find(folder.path(), folder / "cache");
  EXPECT_EQ(again.binds[0].source, copy.string());
}

}  // namespace
}  // namespace arbiter::judge
