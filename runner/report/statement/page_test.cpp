#include "report/statement/page.hpp"

#include <gmock/gmock.h>

#include <string>

#include "report/statement/markdown.hpp"

namespace arbiter::report {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

std::string repeated(std::string_view text, std::size_t size) {
  std::string all;
  while (all.size() < size)
    all += text;
  return all;
}

class StatementMarkdown : public ::testing::Test {
 protected:
  RenderedMarkdown render(const std::string& markdown) {
    const auto rendered =
        render_markdown({"en", "problem.en.md", markdown}, {pictures_, samples_, "t0-"});
    EXPECT_TRUE(rendered) << rendered.error().text();
    return rendered ? *rendered : RenderedMarkdown{};
  }
  std::string html(const std::string& markdown) {
    const RenderedMarkdown rendered = render(markdown);
    EXPECT_THAT(rendered.diagnostics, IsEmpty()) << markdown;
    return rendered.html;
  }

  std::map<std::string, std::string> pictures_ = {{"a.png", "abc"}, {"sub/b.svg", "<svg/>"}};
  std::vector<std::string> samples_;
};

TEST_F(StatementMarkdown, BecomesMarkup) {
  EXPECT_EQ(html("*a* **b** `c<d` &amp; e  \nf"),
            "<p><em>a</em> <strong>b</strong> <code>c&lt;d</code> &amp; e<br>\nf</p>\n");
  EXPECT_EQ(html("3. a\n4. b"), "<ol start=\"3\">\n<li>a</li>\n<li>b</li>\n</ol>\n");
  EXPECT_EQ(html("```c\na<b\n```"), "<pre><code>a&lt;b\n</code></pre>\n");
  EXPECT_THAT(html("| a | b |\n|--|-:|\n| $x$ | 2 |"),
              AllOf(HasSubstr("<td><math>"), HasSubstr("<td class=\"right\">2</td>")));
}

TEST_F(StatementMarkdown, RulesOfTablesMayBeShortOutsideOfCode) {
  EXPECT_THAT(html("| a |\n|-|\n| 1 |\n"), HasSubstr("<table>"));
  EXPECT_EQ(html("```\n|-|\n```\n"), "<pre><code>|-|\n</code></pre>\n");
  EXPECT_EQ(html("-\n"), "<ul><li></li>\n</ul>\n");
}

TEST_F(StatementMarkdown, HeadingsCanBeLinkedTo) {
  const std::string page = html("# The Input\n\n## The Input\n\n[see](#the-input)");
  EXPECT_THAT(page, HasSubstr("<h2 id=\"t0-the-input\">The Input</h2>"));
  EXPECT_THAT(page, HasSubstr("<h2 id=\"t0-the-input-1\">"));
  EXPECT_THAT(page, HasSubstr("<a href=\"#t0-the-input\">see</a>"));
}

TEST_F(StatementMarkdown, LinksLeadToTheWebAndMailOnly) {
  EXPECT_EQ(html("[a](https://b.org/?c=1&d=2 \"e\")"),
            "<p><a href=\"https://b.org/?c=1&amp;d=2\" title=\"e\">a</a></p>\n");
  EXPECT_THAT(html("<mailto:a@b.org> http://c.org"), HasSubstr("<a href=\"mailto:a@b.org\">"));
  for (const char* target :
       {"javascript:alert(1)", "JaVaScRiPt:alert(1)", "javascript&#58;alert(1)", "data:text/html,x",
        "//evil.org", "/etc/passwd", "file.html", "vbscript:x", "java\tscript:x", "&#104;ttp://x",
        "<java script:x>", "file:///etc/passwd"}) {
    const RenderedMarkdown rendered = render("x\n[a](" + std::string(target) + ")");
    EXPECT_THAT(rendered.html, Not(HasSubstr("<a "))) << target;
  }
  const RenderedMarkdown rendered = render("x\n\n[a](javascript:b)");
  ASSERT_THAT(rendered.diagnostics, SizeIs(1));
  EXPECT_EQ(rendered.html, "<p>x</p>\n<p>a</p>\n");
  EXPECT_THAT(rendered.diagnostics[0].message, HasSubstr("javascript:b"));
  EXPECT_EQ(rendered.diagnostics[0].place->line, 3);
  EXPECT_EQ(rendered.diagnostics[0].place->column, 5);
  EXPECT_EQ(rendered.diagnostics[0].place->source_line, "[a](javascript:b)");
}

TEST_F(StatementMarkdown, PicturesAreThoseOfTheStatement) {
  EXPECT_EQ(
      html("![a *b* \"c\"](a.png)"),
      "<p class=\"picture\"><img src=\"data:image/png;base64,YWJj\" alt=\"a b &quot;c&quot;\">"
      "</p>\n");
  EXPECT_THAT(html("a ![b](./sub/b.svg \"t\")"),
              HasSubstr("data:image/svg+xml;base64,PHN2Zy8+\" alt=\"b\" title=\"t\">"));
  for (const char* target : {"http://evil.org/a.png", "//evil.org/a.png", "../a.png", "/a.png",
                             "data:image/png;base64,AA", "javascript:x"}) {
    const RenderedMarkdown rendered = render("![text](" + std::string(target) + ")");
    EXPECT_EQ(rendered.html, "<p><em>[text]</em></p>\n") << target;
    EXPECT_THAT(rendered.diagnostics, SizeIs(1)) << target;
  }
}

TEST_F(StatementMarkdown, MarkupInItIsText) {
  for (const char* text : {"<script>alert(1)</script>", "<img src=x onerror=alert(1)>",
                           "a <b onclick=x>c</b>", "<!-- x -->", "![<img src=x>](a.png)",
                           "# <script>x</script>", "`<script>`", "$<script>$", "[<i>](#<b>)"}) {
    const std::string page = render(text).html;
    EXPECT_THAT(page, Not(HasSubstr("<script"))) << text;
    EXPECT_THAT(page, Not(HasSubstr("<i"
                                    ">")))
        << text;
    EXPECT_THAT(page, Not(HasSubstr("onerror=alert(1)>\n"))) << text;
    EXPECT_THAT(page, Not(HasSubstr("<b"))) << text;
  }
}

TEST_F(StatementMarkdown, SamplesStandWhereTheyAreAskedFor) {
  samples_ = {"<1>", "<2>", "<3>"};
  EXPECT_EQ(html("a\n\n{{nextsample}}\n\nb {{nextsample}} c"),
            "<p>a</p>\n<1><p>b </p>\n<2><p> c</p>\n<3>");
  EXPECT_EQ(html("{{remainingsamples}}\n\nb"), "<1><2><3><p>b</p>\n");
  EXPECT_EQ(html("`{{nextsample}}`"), "<p><code>{{nextsample}}</code></p>\n<1><2><3>");
  samples_.clear();
  EXPECT_EQ(html("{{remainingsamples}}"), "");
  const RenderedMarkdown rendered = render("{{nextsample}}");
  ASSERT_THAT(rendered.diagnostics, SizeIs(1));
  EXPECT_EQ(rendered.diagnostics[0].code, "S004");
}

TEST_F(StatementMarkdown, EndsSoonWhateverTheTextIs) {
  for (const char* part :
       {"> ", "- ", "[", "![", "*a", "`", "$", "<a", "| a ", "[a](", "# \n", "&#1;", "**a*",
        "{{nextsample}}\n", "![](a.png)", "[a](x:y)\n", "a\n\t"}) {
    const RenderedMarkdown rendered = render(repeated(part, 400'000));
    EXPECT_LE(rendered.diagnostics.size(), 50U) << part;
  }
}

TEST_F(StatementMarkdown, OfTooMuchMarkupIsRefused) {
  pictures_["a.png"] = std::string(1'000'000, 'x');
  const auto rendered =
      render_markdown({"en", "p.md", repeated("![](a.png)", 2000)}, {pictures_, samples_, ""});
  ASSERT_FALSE(rendered);
  EXPECT_THAT(rendered.error().text(), HasSubstr("64 MiB"));
}

model::Problem problem() {
  model::Problem made;
  made.id = "sums";
  made.name = {{"en", "Sums & more"}, {"zh", "求和"}};
  made.limits.time = std::chrono::milliseconds(1500);
  made.limits.memory = mib(256);
  return made;
}

TEST(StatementPage, HasEveryLanguageWithItsWords) {
  model::Statement statement;
  statement.texts = {{"en", "e", "Add."}, {"zh", "z", "相加。"}, {"fi", "f", "Laske."}};
  statement.samples = {{"1 < 2\n", "<b>\xFF\n", {}}};
  const auto page = statement_page(problem(), statement, PageUse::screen);
  ASSERT_TRUE(page);
  EXPECT_THAT(page->html,
              AllOf(HasSubstr("<title>Sums &amp; more</title>"),
                    HasSubstr("<article id=\"text1\" lang=\"zh\">\n<h1>求和</h1>"),
                    HasSubstr("时间限制: <b>1.5 s</b>"),
                    HasSubstr("<article id=\"text2\" lang=\"fi\">\n<h1>Sums &amp; more"),
                    HasSubstr("<label for=\"choose1\" lang=\"zh\">中文</label>"),
                    HasSubstr("#choose0:checked~#text0,#choose1:checked~#text1")));
  EXPECT_THAT(page->html,
              AllOf(HasSubstr("Memory limit: <b>256 MiB</b>"), HasSubstr("<pre>1 &lt; 2\n</pre>"),
                    HasSubstr("<pre>&lt;b&gt;\uFFFD\n</pre>"), Not(HasSubstr("<b>\uFFFD")),
                    HasSubstr("default-src 'none'"), Not(HasSubstr("<script"))));
}

TEST(StatementPage, HasNoSwitchOnPaper) {
  model::Statement statement;
  statement.texts = {{"en", "e", "Add."}, {"zh", "z", "相加。"}};
  const auto page = statement_page(problem(), statement, PageUse::paper);
  ASSERT_TRUE(page);
  EXPECT_THAT(page->html, AllOf(Not(HasSubstr("<input")), HasSubstr("Add."), HasSubstr("相加。")));
}

TEST(StatementPage, ShowsWhoSaysWhat) {
  model::Statement statement;
  statement.texts = {{"en", "e", "Play."}};
  statement.samples = {{{}, {}, "<3\n<a < b\n>1\n---\n<4\n"}};
  const auto page = statement_page(problem(), statement, PageUse::screen);
  ASSERT_TRUE(page);
  EXPECT_THAT(page->html, HasSubstr("<tr><td><pre>3\na &lt; b\n</pre></td><td></td></tr>\n"
                                    "<tr><td></td><td><pre>1\n</pre></td></tr>\n"
                                    "<tr><td colspan=\"2\"><hr></td></tr>\n"
                                    "<tr><td><pre>4\n</pre></td><td></td></tr>"));
}

TEST(LanguageName, IsInTheLanguageItself) {
  EXPECT_EQ(language_name("sv"), "Svenska");
  EXPECT_EQ(language_name("pt"), "pt");
  EXPECT_EQ(language_name("zh-TW"), "中文 (zh-TW)");
}

}  // namespace
}  // namespace arbiter::report
