#include "report/text/markdown.hpp"

#include <gtest/gtest.h>

namespace arbiter::report {
namespace {

TEST(Markdown, SpansAreOneLineAndEndWhereTheyShould) {
  EXPECT_EQ(code_span("tiny --most 4"), "`tiny --most 4`");
  EXPECT_EQ(code_span("a`b"), "``a`b``");
  EXPECT_EQ(code_span("`"), "`` ` ``");
  EXPECT_EQ(code_span("``a"), "``` ``a ```");
  EXPECT_EQ(code_span(" a"), "`  a `");
  EXPECT_EQ(code_span("a\n# b\t\x1b\xff"), "`a\\n# b\\t\\x1b\\xff`");
  EXPECT_EQ(code_span(""), "(empty)");
}

TEST(Markdown, NothingInABlockEndsIt) {
  EXPECT_EQ(code_block("1 2\n3\n", 100), "```\n1 2\n3\n```\n");
  EXPECT_EQ(code_block("1 2", 100, "sh"), "```sh\n1 2\n```\n");
  EXPECT_EQ(code_block("a\n````\nb\n", 100), "`````\na\n````\nb\n`````\n");
  EXPECT_EQ(code_block("\x1b[0m\xff\n", 100), "```\n\\x1b[0m\\xff\n```\n");
  EXPECT_EQ(code_block("", 100), "(empty)\n");
}

TEST(Markdown, OfLongBlocksTheMiddleIsLeftOut) {
  EXPECT_EQ(code_block("0123456789", 6),
            "```\n0123\n```\n\n4 bytes left out here:\n\n```\n89\n```\n");
}

}  // namespace
}  // namespace arbiter::report
