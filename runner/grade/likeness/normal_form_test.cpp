#include "grade/likeness/normal_form.hpp"

#include <gtest/gtest.h>

#include <random>

namespace arbiter::grade {
namespace {

/// The tokens with blanks between them.
std::string form(std::string_view language, std::string_view source) {
  std::string text = normal_form(source, source_rules(language)).text;
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  if (!text.empty()) text.pop_back();
  return text;
}

TEST(NormalForm, DropsCommentsAndBlanksAndTakesNamesAway) {
  EXPECT_EQ(form("cpp20", "int sum(int a) { // adds\n  return a + 10; /* b */ }"),
            "I I ( I I ) { return I + 10 ; }");
  EXPECT_EQ(form("python3", "total = 0  # none\nfor i in range(10):\n\tprint(i)\n"),
            "I = 0 for I in I ( 10 ) : I ( I )");
  EXPECT_EQ(form("java", ""), "");
}

TEST(NormalForm, TellsKeywordsFromNames) {
  EXPECT_NE(form("cpp20", "while (a) b();"), form("cpp20", "if (a) b();"));
  EXPECT_EQ(form("pascal-fpc", "BEGIN x := y END"), form("pascal-fpc", "begin Foo := bar end"));
}

TEST(NormalForm, KeepsStringsEvenIfTheyLookLikeComments) {
  EXPECT_EQ(form("cpp20", R"(a = "// no" + '"' + "\"/*";)"), R"(I = "// no" + '"' + "\"/*" ;)");
  EXPECT_EQ(form("cpp20", "R\"x(// \" )\" )x\" + b"), "R\"x(// \" )\" )x\" + I");
  EXPECT_EQ(form("python3", "a = '''# no\n\"x'''; b"), "I = '''# no \"x''' ; I")
      << "a newline within is kept";
  EXPECT_EQ(form("pascal-fpc", "write('{no}') {yes} (* and *) // so"), "I ( '{no}' )");
  EXPECT_EQ(form("javascript", "x = `// ${a}\n`"), "I = `// ${a} `");
}

TEST(NormalForm, KnowsTheCommentsOfEachFamily) {
  EXPECT_EQ(form("haskell", "f x' = x' -- so\n{- a {- b -} c -} y"), "I I = I I");
  EXPECT_EQ(form("rust", "/* a /* b */ c */ let x: &'a str = 'y';"), "let I : & ' I I = ' I ' ;");
  EXPECT_EQ(form("cpp20", "/* a /* b */ c"), "I");
  EXPECT_EQ(form("ocaml", "let (* (* *) *) x = 1"), "I I = 1");
  EXPECT_EQ(form("lua", "--[[ a\nb ]] x -- y\nz"), "I I");
  EXPECT_EQ(form("ada", "X : Y; -- so"), "I : I ;");
  EXPECT_EQ(form("prolog", "a(X). % so\n/* b */"), "I ( I ) .");
  EXPECT_EQ(form("php", "$a = 1; # so\n// so\n/* so */"), "$ I = 1 ;");
  EXPECT_EQ(form("bash", "echo a # so"), "I I");
}

TEST(NormalForm, ReadsNumbersWhole) {
  EXPECT_EQ(form("cpp20", "1'000 0x1F 1.5e3 2LL"), "1'000 0x1F 1.5e3 2LL");
  EXPECT_NE(form("cpp20", "a + 1"), form("cpp20", "a + 2"));
}

TEST(NormalForm, EndsWhateverTheBytesAre) {
  std::mt19937 random(5);
  constexpr std::string_view k_bytes = "\"'`R(*)/{-}#\\\n a1[]%\xff\0";
  for (const std::string_view language :
       {"cpp20", "python3", "pascal-fpc", "haskell", "ocaml", "lua", "rust", "bash", "unknown"}) {
    for (int i = 0; i < 300; ++i) {
      std::string source;
      for (std::size_t size = random() % 60; size > 0; --size)
        source += k_bytes[random() % k_bytes.size()];
      const NormalForm made = normal_form(source, source_rules(language));
      EXPECT_LE(made.tokens, source.size());
    }
  }
  EXPECT_EQ(form("cpp20", "a /* never ends"), "I");
  EXPECT_EQ(form("cpp20", "\"never ends\nx"), "\"never ends I");
  EXPECT_EQ(form("cpp20", "R\"x(never ends"), "R\"x(never ends");
  EXPECT_EQ(form("python3", "'''never"), "'''never");
  EXPECT_EQ(form("cpp20", "\"ends in \\"), "\"ends in \\");
}

}  // namespace
}  // namespace arbiter::grade
