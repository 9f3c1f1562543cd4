#include "report/text/foreign_text.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/text.hpp"
#include "model/worksheet.hpp"

namespace arbiter::report {
namespace {

TEST(ForeignText, ControlsGoAndBadBytesAreReplaced) {
  EXPECT_EQ(tidy_text("a\x01\x1b[0m\tb\r\n\xff"), "a[0m\tb\r\n\xEF\xBF\xBD");
  EXPECT_EQ(tidy_line("a\nb\tc"), "a b c");
}

TEST(ForeignText, LongTextsKeepBothEnds) {
  const std::string text =
      std::string(8191, 'a') + "Å" + std::string(5000, 'b') + "Å" + std::string(2047, 'c');
  const std::string clipped = tidy_text(text);
  EXPECT_EQ(clipped,
            std::string(8191, 'a') + "\n… 5004 bytes omitted …\n" + std::string(2047, 'c'));
  EXPECT_EQ(tidy_text(std::string(10240, 'x')), std::string(10240, 'x'));
  EXPECT_EQ(tidy_text("abcdefghijkl", 10), "abcdefgh\n… 2 bytes omitted …\nkl");
  EXPECT_TRUE(is_utf8(tidy_text(std::string(30000, '\x80'))));
}

TEST(ForeignText, MarkupIsText) {
  EXPECT_EQ(html_text("<a href='x'>&\""), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
  EXPECT_EQ(markdown_text("*a* [b](c) <d> `e` |\nf"), "\\*a\\* \\[b\\](c) \\<d\\> \\`e\\` \\| f");
}

TEST(ForeignText, FormulasGetAnApostropheNumbersDoNot) {
  for (const char* formula : {"=1", "+a", "-1+2", "@x", "\tx", "\rx", "-"})
    EXPECT_EQ(sheet_text(formula), "'" + std::string(formula));
  for (const char* text : {"", "a", "-1", "+2.5", "-3,5", "1=2"})
    EXPECT_EQ(sheet_text(text), text);
}

TEST(ForeignText, DecimalNumbers) {
  EXPECT_EQ(model::decimal_number("12,50"), 12.5);
  EXPECT_EQ(model::decimal_number("-3"), -3.0);
  for (const std::string& text : {std::string("1e5"), std::string("1.2.3"), std::string(),
                                  std::string("."), std::string(400, '9')})
    EXPECT_FALSE(model::decimal_number(text)) << text;
}

TEST(FileNames, AreSafeEverywhere) {
  EXPECT_EQ(file_name_of("Åsa 李"), "Åsa 李");
  EXPECT_EQ(file_name_of("../a\n"), "%2E.%2Fa%0A");
  EXPECT_EQ(file_name_of(".."), "%2E%2E");
  EXPECT_EQ(file_name_of(""), "%");
  EXPECT_EQ(file_name_of("con.txt"), "%63on.txt");
  EXPECT_EQ(file_name_of("com1"), "%63om1");
  EXPECT_EQ(file_name_of("common"), "common");
  EXPECT_EQ(file_name_of("a%b"), "a%25b");
  EXPECT_EQ(file_name_of("\xff"), "%FF");
  EXPECT_LE(file_name_of(std::string(500, 'x')).size(), 120U);
  EXPECT_NE(file_name_of(std::string(500, 'x')), file_name_of(std::string(501, 'x')));
  std::string wide;
  for (int i = 0; i < 100; ++i)
    wide += "李";
  EXPECT_TRUE(is_utf8(file_name_of(wide)));
}

TEST(FileNames, AreUnique) {
  const auto names = file_names_of({"a", "A", "a", "a-2", "b"});
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 5U);
  EXPECT_EQ(names[0], "a");
  EXPECT_EQ(names[1], "A-2");
}

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
