#include "intake/files/sources.hpp"

#include <gtest/gtest.h>

#include "intake/intake_test_kit.hpp"

namespace arbiter::intake {
namespace {

TEST(SourceKinds, GoesByEndings) {
  const SourceKinds kinds(some_languages());
  EXPECT_EQ(kinds.family("a.cpp"), "cpp");
  EXPECT_EQ(kinds.family("A.CPP"), "cpp");
  EXPECT_EQ(kinds.family("a.b.py"), "python3");
  EXPECT_EQ(kinds.family("cpp"), "");
  EXPECT_EQ(kinds.family(".cpp"), "");
  EXPECT_TRUE(kinds.is_header("a.h"));
  EXPECT_FALSE(kinds.is_header("a.cpp"));
}

TEST(HasMain, SeesDefinitionsOnly) {
  EXPECT_TRUE(has_main("int main() {}", "cpp"));
  EXPECT_TRUE(has_main("#include <x>\nmain (argc) {}", "c") || has_main("main (argc) {}", "c"));
  EXPECT_TRUE(has_main("class A { public static void main(String[] a) {} }", "java"));
  EXPECT_TRUE(has_main("char q = '\"'; int main() {}", "cpp"));
  EXPECT_FALSE(has_main("// int main()\n/* int main() {} */ int x;", "cpp"));
  EXPECT_FALSE(has_main("const char* s = \"int main()\";", "cpp"));
  EXPECT_FALSE(has_main("int my_main() { return run(main(1)); }", "cpp"));
  EXPECT_FALSE(has_main("int domain(int);", "cpp"));
}

TEST(Loads, SeesModules) {
  EXPECT_TRUE(loads("import util\n", "util"));
  EXPECT_TRUE(loads("from util import x\n", "util"));
  EXPECT_TRUE(loads("const u = require('./util')\n", "util"));
  EXPECT_FALSE(loads("import utility\nutil = 1\n", "util"));
}

}  // namespace
}  // namespace arbiter::intake
