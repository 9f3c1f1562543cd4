#include <gmock/gmock.h>

#include <string>

#include "report/statement/markdown.hpp"

namespace arbiter::report {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// What is in the math element of an inline formula.
std::string inner(std::string_view tex) {
  const Formula formula = formula_of(tex, false);
  EXPECT_THAT(formula.fault, IsEmpty()) << tex;
  constexpr std::string_view k_begin = "<math><mrow>";
  constexpr std::string_view k_end = "</mrow></math>";
  if (!formula.html.starts_with(k_begin)) return formula.html;
  return formula.html.substr(k_begin.size(), formula.html.size() - k_begin.size() - k_end.size());
}

struct Row {
  const char* tex;
  const char* mathml;
};

TEST(Formula, IsMathMl) {
  constexpr Row k_rows[] = {
      {"", ""},
      {"x", "<mi>x</mi>"},
      {"12.5", "<mn>12.5</mn>"},
      {"a-b", "<mi>a</mi><mo>−</mo><mi>b</mi>"},
      {"a \\le b", "<mi>a</mi><mo>≤</mo><mi>b</mi>"},
      {"a<b", "<mi>a</mi><mo>&lt;</mo><mi>b</mi>"},
      {"x_1", "<msub><mi>x</mi><mn>1</mn></msub>"},
      {"x^23", "<msup><mi>x</mi><mn>2</mn></msup><mn>3</mn>"},
      {"10^9", "<msup><mn>10</mn><mn>9</mn></msup>"},
      {"x_i^2", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"},
      {"x^2_i", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"},
      {"f'", "<msup><mi>f</mi><mo>′</mo></msup>"},
      {"{}^2", "<msup><mrow></mrow><mn>2</mn></msup>"},
      {"\\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"},
      {"\\frac{a}{b}", "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>"},
      {"\\sqrt x", "<msqrt><mi>x</mi></msqrt>"},
      {"\\sqrt[3]{x}", "<mroot><mrow><mi>x</mi></mrow><mrow><mn>3</mn></mrow></mroot>"},
      {"\\alpha\\in\\mathbb{N}", "<mi>α</mi><mo>∈</mo><mi mathvariant=\"normal\">ℕ</mi>"},
      {"\\lfloor x\\rfloor",
       "<mo stretchy=\"false\">⌊</mo><mi>x</mi><mo stretchy=\"false\">⌋</mo>"},
      {"\\{\\}", "<mo stretchy=\"false\">{</mo><mo stretchy=\"false\">}</mo>"},
      {"\\text{if x}", "<mtext>if\u00A0x</mtext>"},
      {"\\text{a_b}", "<mtext>a_b</mtext>"},
      {"\\mathrm{id}", "<mi mathvariant=\"normal\">id</mi>"},
      {"\\left(x\\right.", "<mrow><mo stretchy=\"true\">(</mo><mi>x</mi></mrow>"},
      {"a\\,b", "<mi>a</mi><mspace width=\"0.167em\"></mspace><mi>b</mi>"},
      {"\\displaystyle x", "<mi>x</mi>"},
      {"\\hat{x}", "<mover accent=\"true\"><mrow><mi>x</mi></mrow><mo>^</mo></mover>"},
      {"≤é", "<mo>≤</mo><mi>é</mi>"},
  };
  for (const Row& row : k_rows)
    EXPECT_EQ(inner(row.tex), row.mathml) << row.tex;
}

TEST(Formula, PutsLimitsBelowAndAbove) {
  EXPECT_THAT(inner("\\sum_{i=1}^n i"), HasSubstr("<munderover><mo movablelimits=\"true\">∑</mo>"));
  EXPECT_THAT(inner("\\max_x y"), HasSubstr("<munder><mo form=\"prefix\""));
  EXPECT_THAT(inner("\\log_2 n"), HasSubstr("<msub><mo form=\"prefix\""));
}

TEST(Formula, HasTables) {
  const std::string cases = inner("\\begin{cases} 1 & a \\\\ 0 & b \\end{cases}");
  EXPECT_THAT(cases, AllOf(HasSubstr("<mo stretchy=\"true\">{</mo><mtable class=\"cases\">"),
                           HasSubstr("<mtr><mtd><mn>0</mn></mtd><mtd><mi>b</mi></mtd></mtr>")));
  EXPECT_EQ(inner("\\begin{array}{cc}1\\end{array}"), inner("\\begin{matrix}1\\\\\\end{matrix}"));
}

TEST(Formula, IsShownAsWrittenWhereItIsNotUnderstood) {
  constexpr Row k_rows[] = {
      {"\\foo <x", "\\foo is not known"},
      {"{x", "} is missing"},
      {"x}", "} is not expected here"},
      {"a & b", "& is not expected here"},
      {"x_1_2", "a second subscript"},
      {"x^1^2", "a second superscript"},
      {"\\frac{1}", "an argument is missing"},
      {"\\left( x", "\\right is missing"},
      {"\\left x", "'x' is not a bracket"},
      {"\\begin{tikz}\\end{tikz}", "\\begin{tikz} is not known"},
      {"\\begin{cases} 1", "\\end{cases} is missing"},
      {"\\mathbb{n}", "mathbb{n} is not known"},
      {"\\text{$x$}", "a text with commands in it is not known"},
      {"\\", "\\ is not expected here"},
  };
  for (const Row& row : k_rows) {
    const Formula formula = formula_of(row.tex, false);
    EXPECT_THAT(formula.fault, HasSubstr(row.mathml)) << row.tex;
    EXPECT_THAT(formula.html, ::testing::StartsWith("<code>$")) << row.tex;
    EXPECT_THAT(formula.html, Not(HasSubstr("<x"))) << row.tex;
  }
  EXPECT_EQ(formula_of("\\foo", true).html, "<code>$$\\foo$$</code>");
}

TEST(Formula, EndsWhateverTheTextIs) {
  for (const char* part :
       {"{", "\\left(", "\\sqrt", "x^", "\\begin{cases}", "^1", "\\frac", "'^"}) {
    std::string tex;
    while (tex.size() < 1'000'000)
      tex += part;
    EXPECT_FALSE(formula_of(tex, false).fault.empty()) << part;
  }
  EXPECT_THAT(formula_of("\\sqrt\xFF", false).html, HasSubstr("<"));
}

}  // namespace
}  // namespace arbiter::report
