#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

class Statement : public ::testing::Test {
 protected:
  LoadedStatement load() {
    model::Problem problem;
    problem.root = folder_.path();
    problem.constants = {{"most", "1000"}};
    return load_statement(problem);
  }

  PackageFolder folder_;
};

TEST_F(Statement, HasItsLanguagesEnglishFirst) {
  folder_.write("statement/problem.zh.md", "好")
      .write("statement/problem.en.md", "At most {{most}}");
  folder_.write("statement/problem.de.md", "Gut").write("statement/notes.md", "x");
  const LoadedStatement loaded = load();
  EXPECT_THAT(loaded.diagnostics, IsEmpty());
  ASSERT_THAT(loaded.statement.texts, SizeIs(3));
  EXPECT_EQ(loaded.statement.texts[0].markdown, "At most 1000");
  EXPECT_EQ(loaded.statement.texts[1].language, "de");
  EXPECT_EQ(loaded.statement.texts[2].language, "zh");
}

TEST_F(Statement, OfOlderPackagesIsEnglishWithoutALanguage) {
  folder_.write("problem_statement/problem.md", "x");
  ASSERT_THAT(load().statement.texts, SizeIs(1));
  EXPECT_EQ(load().statement.texts[0].language, "en");
}

TEST_F(Statement, HasPicturesOfItsOwnFolderOnly) {
  folder_.write("statement/problem.en.md").write("statement/sub/a.PNG", "p").write("secret.png");
  std::filesystem::create_symlink("../secret.png", folder_ / "statement/out.png");
  const LoadedStatement loaded = load();
  EXPECT_THAT(loaded.statement.pictures, ElementsAre(Pair("sub/a.PNG", "p")));
  ASSERT_THAT(loaded.diagnostics, SizeIs(1));
  EXPECT_THAT(loaded.diagnostics[0].place->path, HasSubstr("out.png"));
}

TEST_F(Statement, ThatIsNotMarkdownIsNamed) {
  folder_.write("statement/problem.en.tex");
  LoadedStatement loaded = load();
  ASSERT_THAT(loaded.diagnostics, SizeIs(1));
  EXPECT_EQ(loaded.diagnostics[0].severity, Severity::error);
  EXPECT_THAT(loaded.diagnostics[0].message, HasSubstr("is LaTeX, not Markdown"));
  EXPECT_THAT(loaded.diagnostics[0].place->path, HasSubstr("statement/problem.en.tex"));
  EXPECT_THAT(loaded.diagnostics[0].helps.at(0), HasSubstr("statement/problem.en.md"));
  folder_.write("statement/problem.sv.md");
  loaded = load();
  ASSERT_THAT(loaded.diagnostics, SizeIs(1));
  EXPECT_EQ(loaded.diagnostics[0].severity, Severity::warning);
}

TEST_F(Statement, MayBeAPdfInTheRoot) {
  folder_.write("problem.pdf");
  const LoadedStatement loaded = load();
  ASSERT_THAT(loaded.diagnostics, SizeIs(1));
  EXPECT_THAT(loaded.diagnostics[0].message, HasSubstr("is pdf"));
}

TEST_F(Statement, ThatIsMissingIsAnError) {
  const LoadedStatement loaded = load();
  ASSERT_TRUE(has_errors(loaded.diagnostics));
  EXPECT_EQ(loaded.diagnostics[0].message, "this package has no statement");
}

TEST_F(Statement, OfTooManyBytesIsRefused) {
  folder_.write("statement/problem.en.md", std::string(10 << 20, 'x'));
  EXPECT_TRUE(has_errors(load().diagnostics));
  folder_.write("statement/problem.en.md", std::string(257 << 10, 'x'));
  EXPECT_TRUE(has_errors(load().diagnostics));
  folder_.write("statement/problem.en.md", std::string(256 << 10, 'x'));
  EXPECT_FALSE(has_errors(load().diagnostics));
}

TEST_F(Statement, ShowsSamplesAsTheyAreToBeShown) {
  folder_.write("statement/problem.en.md");
  folder_.write("data/sample/1.in", "1").write("data/sample/1.ans", "a");
  folder_.write("data/sample/2.in", "2").write("data/sample/2.ans", "b");
  folder_.write("data/sample/2.in.statement", "two").write("data/sample/2.out", "c");
  folder_.write("data/sample/3.interaction", "<1\n").write("data/sample/3.in", "3");
  folder_.write("data/sample/notes.md", "x");
  const LoadedStatement loaded = load();
  ASSERT_THAT(loaded.statement.samples, SizeIs(3));
  EXPECT_EQ(loaded.statement.samples[0].output, "a");
  EXPECT_EQ(loaded.statement.samples[1].input, "two");
  EXPECT_EQ(loaded.statement.samples[1].output, "c");
  EXPECT_EQ(loaded.statement.samples[2].interaction, "<1\n");
}

TEST_F(Statement, WithALargeSampleIsAnError) {
  folder_.write("statement/problem.en.md").write("data/sample/1.in", std::string(1 << 20, 'x'));
  EXPECT_TRUE(has_errors(load().diagnostics));
}

}  // namespace
}  // namespace arbiter::package
