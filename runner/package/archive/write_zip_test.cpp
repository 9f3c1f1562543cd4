#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "package/archive/archive.hpp"

namespace arbiter::package {
namespace {

TEST(WriteZip, ComesBackAsItWas) {
  const auto zip = write_zip({{"Å 李_7_assignsubmission_file/feedback.html", "<p>x</p>"},
                              {"a.md", std::string(100000, 'x')},
                              {"empty", ""}});
  ASSERT_TRUE(zip) << zip.error().text();
  auto folder = TempDir::make("write-zip-test");
  ASSERT_TRUE(folder);
  const auto path = folder->path() / "all.zip";
  ASSERT_TRUE(write_file(path, *zip));
  const auto back = unpack(path);
  ASSERT_TRUE(back) << back.error().text();
  // The only folder there is taken for the package; its parent holds everything.
  const auto top = back->folder.path() / "all";
  const auto feedback = read_file(top / "Å 李_7_assignsubmission_file" / "feedback.html");
  ASSERT_TRUE(feedback) << feedback.error().text();
  EXPECT_EQ(*feedback, "<p>x</p>");
  EXPECT_EQ(read_file(top / "a.md").value(), std::string(100000, 'x'));
  EXPECT_EQ(read_file(top / "empty").value(), "");
}

TEST(WriteZip, OrderOfEntriesChangesNothing) {
  const auto one = write_zip({{"a", "1"}, {"b", "2"}});
  const auto other = write_zip({{"b", "2"}, {"a", "1"}});
  ASSERT_TRUE(one && other);
  EXPECT_EQ(*one, *other);
  EXPECT_LT(one->size(), 400U);
  EXPECT_TRUE(write_zip({}));
}

TEST(WriteZip, BadNamesAreRefused) {
  for (const char* name : {"../a", "/a", "", "a\xff"})
    EXPECT_FALSE(write_zip({{name, "x"}})) << name;
  EXPECT_FALSE(write_zip({{"a", "x"}, {"a", "y"}}));
}

}  // namespace
}  // namespace arbiter::package
