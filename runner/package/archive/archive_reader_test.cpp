#include "package/archive/archive_reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "package/archive/archive.hpp"

namespace arbiter::package {
namespace {

std::string deep(int levels) {
  std::string name;
  for (int i = 1; i < levels; ++i)
    name += "a/";
  return name + "a";
}

TEST(ArchiveNames, StayBelowTheFolder) {
  for (const std::string& good :
       {std::string("a"), std::string("a/b.c"), std::string("a/"), std::string("..a/b.."),
        std::string("\xc3\xa5"), std::string(255, 'a'), deep(32)}) {
    EXPECT_EQ(why_no_entry_name(good), "") << good;
  }
  struct Bad {
    std::string name;
    std::string_view why;
  };
  for (const Bad& bad : {Bad{"", "is empty"},
                         {"/a", "is absolute"},
                         {"/", "is absolute"},
                         {"..", "leads out"},
                         {"../a", "leads out"},
                         {"a/../../b", "leads out"},
                         {"a/..", "leads out"},
                         {"a//b", "empty part"},
                         {"./a", "empty part"},
                         {"a//", "empty part"},
                         {"..\\a", "backslash"},
                         {"C:\\a", "backslash"},
                         {"a\nb", "control"},
                         {"a\x7f", "control"},
                         {"\xff", "UTF-8"},
                         {"\xc3", "UTF-8"},
                         {std::string(256, 'a'), "longer than 255"},
                         {deep(33), "32 levels"},
                         {deep(1000), "32 levels"}}) {
    EXPECT_NE(why_no_entry_name(bad.name).find(bad.why), std::string::npos)
        << bad.name << ": " << why_no_entry_name(bad.name);
  }
}

TEST(ArchiveNames, OfLinksStayInside) {
  EXPECT_TRUE(stays_inside("a/b", "../c"));
  EXPECT_TRUE(stays_inside("a", "b/../c"));
  EXPECT_TRUE(stays_inside("a/b/c", "../.."));
  EXPECT_FALSE(stays_inside("a", "../c"));
  EXPECT_FALSE(stays_inside("a/b", "../../c"));
  EXPECT_FALSE(stays_inside("a/b", "c/../../../d"));
  EXPECT_FALSE(stays_inside("a", "/etc/passwd"));
  EXPECT_FALSE(stays_inside("a", ""));
}

TEST(ArchiveNames, AreToldByTheirEnd) {
  EXPECT_TRUE(is_archive_name("a/b.zip"));
  EXPECT_TRUE(is_archive_name("b.kpp"));
  EXPECT_FALSE(is_archive_name("zip"));
  EXPECT_FALSE(is_archive_name("b.zip/c"));
}

}  // namespace
}  // namespace arbiter::package
