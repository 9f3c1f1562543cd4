#include "judge/compile/compile_sources.hpp"

#include <gmock/gmock.h>

#include "judge/fake_box.hpp"

namespace arbiter::judge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<SourceFile> one_file(const std::string& bytes) {
  return {{{"main.cpp", {}}, bytes, true}};
}

TEST(HelpForCharacters, NamesThoseOnLinesWithAnError) {
  const std::string text = "// “fine here”\nint\u00A0main() {\n  puts(“hi”);\n}\n";
  EXPECT_THAT(help_for_characters(one_file(text), "main.cpp:2:4: error: stray"),
              ElementsAre("main.cpp:2:4: a no-break space (U+00A0), probably copied from a web "
                          "page: write a space"));
  EXPECT_THAT(help_for_characters(one_file(text), "main.cpp:3:8: error: extended"),
              ElementsAre("main.cpp:3:8: a typographic quote (U+201C), probably copied from a web "
                          "page: write \"",
                          "main.cpp:3:11: a typographic quote (U+201D), probably copied from a web "
                          "page: write \""));
  EXPECT_THAT(help_for_characters(one_file(text), "main.cpp:4:1: error: expected"), IsEmpty());
}

TEST(HelpForCharacters, ReadsPythonsMessages) {
  const std::vector<SourceFile> files = {{{"a.py", {}}, "x = 1\ny =\u200B 2\n", true}};
  EXPECT_THAT(help_for_characters(files, "  File \"a.py\", line 2\n    y ="),
              ElementsAre("a.py:2:4: a zero-width space (U+200B), probably copied from a web page: "
                          "delete it"));
  EXPECT_THAT(help_for_characters(files, "  File \"a.py\", line 21\n"), IsEmpty());
}

TEST(HelpForCharacters, CountsColumnsInCharacters) {
  EXPECT_THAT(help_for_characters(one_file("ä\u2013b"), "main.cpp:1:1: error"),
              ElementsAre("main.cpp:1:2: a typographic dash (U+2013), probably copied from a web "
                          "page: write -"));
}

TEST(HelpForForeignCode, KnowsOtherCompilersAndEncodings) {
  EXPECT_THAT(help_for_foreign_code(one_file(""), "main.cpp:1:1: error: '__int64' was not"),
              ElementsAre("__int64 is for Visual C++ alone: write long long"));
  EXPECT_THAT(help_for_foreign_code(one_file("\xFF\xFEi"), "stray"),
              ElementsAre("main.cpp is in UTF-16: save it as UTF-8"));
  EXPECT_THAT(help_for_foreign_code(one_file("int"), "error: expected"), IsEmpty());
}

TEST(HelpForMain, FindsTheAttachmentThatHasOne) {
  const TestFolder folder;
  const std::string log = "ld: undefined reference to `main'";
  const auto plain = folder.write("attachments/who.c", "int remain(int); int domain (int x);");
  const auto header = folder.write("attachments/main.h", "int main(void);");
  const auto main = folder.write("attachments/who_main.c", "int\nmain (void) { return 0; }");
  const model::Language& c = *shipped_languages().find("c");
  EXPECT_EQ(help_for_main(log, {plain, header, main}, c, folder.path()),
            "the problem brings a main function for it: --add attachments/who_main.c");
  EXPECT_EQ(help_for_main(log, {main}, c, "/elsewhere"),
            "the problem brings a main function for it: --add " + main.string());
  EXPECT_EQ(help_for_main(log, {plain, header}, c, folder.path()), std::nullopt);
  EXPECT_EQ(help_for_main("other error", {main}, c, folder.path()), std::nullopt);
  const model::Language& python = *shipped_languages().find("python3");
  EXPECT_EQ(help_for_main(log, {main}, python, folder.path()), std::nullopt);
}

TEST(OtherStandards, AreTheNewestFirstWithoutTheOwn) {
  const auto& languages = shipped_languages();
  std::vector<std::string> ids;
  for (const auto* row : other_standards(*languages.find("cpp20"), languages, 5))
    ids.push_back(row->id);
  EXPECT_THAT(ids, ElementsAre("cpp23", "cpp17", "cpp14", "cpp11", "cpp03"));
  EXPECT_THAT(other_standards(*languages.find("c"), languages, 5), IsEmpty());
  EXPECT_THAT(other_standards(*languages.find("python3"), languages, 5), IsEmpty());
}

TEST(OtherStandards, AreNoRemedyForTheLinkerOrMissingHeaders) {
  EXPECT_TRUE(may_be_the_standard("a.cpp:1:1: error: expected"));
  EXPECT_FALSE(may_be_the_standard("undefined\ncollect2: error: ld returned 1 exit status"));
  EXPECT_FALSE(may_be_the_standard("a.cpp:1:10: fatal error: x.h: No such file or directory"));
  EXPECT_FALSE(may_be_the_standard(""));
}

}  // namespace
}  // namespace arbiter::judge
