#include "grade/book.hpp"

#include <gmock/gmock.h>

#include "base/test_folder.hpp"
#include "grade/grade_test_kit.hpp"

namespace arbiter::grade {
namespace {

using model::GradeStatus;
using model::Override;
using model::Verdict;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr Verdict k_ac = Verdict::ac;
constexpr Verdict k_wa = Verdict::wa;
constexpr Verdict k_tle = Verdict::tle;
const Ids k_students = {"ada", "bob", "eve"};
const Ids k_problems = {"sum", "product"};

/// Ada, Bob and Eve; the problems sum and product. Ada and Bob did sum together, Eve alone, and Bob
/// product.
BookKit cohort() {
  BookKit kit;
  for (const char* id : {"ada", "bob", "eve"})
    kit.student(id);
  kit.problem("sum", {"secret/1"});
  kit.problem("product", {"secret/1"});
  kit.attempt({0, 1}, kit.work(0, {k_wa}));
  kit.attempt({2}, kit.work(0, {k_wa}));
  kit.attempt({1}, kit.work(1, {k_ac}));
  kit.book.unattributed = {{"x.py", "is nobody's", {}, {"bob"}},
                           {"y.py", "is nobody's", {}, {"eve"}}};
  return kit;
}

TEST(Book, PartsHoldWhatTheirStudentsHandedIn) {
  const BookPart part = part_of(cohort().book, {"bob", "eve"}, {"product"});
  EXPECT_FALSE(part.is_whole);
  ASSERT_THAT(part.book.students, SizeIs(2));
  EXPECT_EQ(part.book.students[0].id, "bob");
  ASSERT_THAT(part.book.problems, SizeIs(1));
  EXPECT_EQ(part.book.problems[0].id, "product");
  ASSERT_THAT(part.book.works, SizeIs(1));
  EXPECT_EQ(part.book.works[0].problem, "product");
  ASSERT_THAT(part.book.attempts, SizeIs(1));
  EXPECT_THAT(part.book.attempts[0].students, ElementsAre("bob"));
  EXPECT_EQ(part.book.attempts[0], part.book.works[0]);
  ASSERT_THAT(part.book.unattributed, SizeIs(2));
  EXPECT_THAT(part.book.unattributed[1].students, ElementsAre("eve"));
  const BookPart of_ada = part_of(cohort().book, {"ada"}, k_problems);
  ASSERT_THAT(of_ada.book.works, SizeIs(1));
  EXPECT_EQ(of_ada.book.works[0].sha256, "w0");
  EXPECT_THAT(of_ada.book.attempts.at(0).students, ElementsAre("ada")) << "without Bob";
  EXPECT_THAT(of_ada.book.unattributed.at(0).students, IsEmpty());
}

TEST(Book, IsGradedByDecisionsAboutThoseInIt) {
  const Decisions decisions{{}, {override_row("bob", "sum", 7)}, {}};
  const std::vector<model::MistakeComment> comments = {{"m0", "mind the sign", 2}};
  BookPart whole = part_of(cohort().book, k_students, k_problems);
  complete(whole, {}, decisions, comments);
  EXPECT_TRUE(whole.is_whole);
  EXPECT_THAT(whole.book.grades, SizeIs(6));
  EXPECT_EQ(whole.book.grades[2].points, 7);
  ASSERT_THAT(whole.book.clusters, SizeIs(1));
  EXPECT_THAT(whole.book.clusters[0].students, ElementsAre("ada", "bob", "eve"));
  EXPECT_THAT(whole.book.warnings, ElementsAre(HasSubstr("none of 3 programs passes secret/1"),
                                               HasSubstr("makes the mistake 'm0' any more")));
  BookPart of_ada = part_of(cohort().book, {"ada"}, k_problems);
  complete(of_ada, {}, decisions, comments);
  EXPECT_THAT(of_ada.book.warnings, IsEmpty()) << "others are not in it";
}

TEST(Book, TellsProgramsThatAreAlike) {
  TestFolder folder;
  const auto submission = [&](const std::string& name, const std::string& text) {
    static const model::Language k_language = [] {
      model::Language language;
      language.id = "cpp20";
      return language;
    }();
    judge::Submission made;
    made.language = &k_language;
    made.files.push_back({name, folder.write(name, text)});
    return made;
  };
  const std::string text = "int main() { int a, b; std::cin >> a >> b; return a + b; }\n";
  BookPart whole = part_of(cohort().book, k_students, k_problems);
  complete(whole,
           {{{"sum", "w0"}, submission("a.cpp", text)},
            {{"sum", "w1"}, submission("b.cpp", "// mine\n" + text)}},
           {}, {});
  ASSERT_THAT(whole.book.look_alikes, SizeIs(1));
  EXPECT_THAT(whole.book.look_alikes[0].attempts, ElementsAre(0, 1));

  std::string given;
  for (int i = 0; i < 30; ++i)
    given += "int f" + std::to_string(i) + "() { return " + std::to_string(i) + "; }\n";
  const Submissions began_alike = {{{"sum", "w0"}, submission("c.cpp", given + text)},
                                   {{"sum", "w1"}, submission("d.cpp", text + given)}};
  complete(whole, began_alike, {}, {});
  EXPECT_THAT(whole.book.look_alikes, SizeIs(1));
  complete(whole, began_alike, {}, {}, {{"sum", {folder.write("given.cpp", given)}}});
  EXPECT_THAT(whole.book.look_alikes, IsEmpty()) << "both began with what they were given";
}

/// Ada has 50 points at `sum`.
BookKit graded(const Decisions& decisions, std::vector<std::string>& warnings,
               Verdict second = Verdict::wa) {
  BookKit kit;
  kit.student("ada");
  kit.student("bob");
  kit.problem("sum", {"secret/1", "secret/2"});
  kit.attempt({0}, kit.work(0, {Verdict::ac, second}));
  assemble_grades(kit.book, decisions);
  warnings = kit.book.warnings;
  return kit;
}

TEST(Overrides, SetOrChangePointsLastOfAll) {
  std::vector<std::string> warnings;
  const BookKit set = graded({{}, {override_row("ada", "sum", 75.5)}, {}}, warnings);
  EXPECT_THAT(warnings, IsEmpty());
  EXPECT_EQ(set.grade("ada", "sum").points, 75.5);
  EXPECT_EQ(set.grade("ada", "sum").computed_points, 50);
  EXPECT_THAT(set.grade("ada", "sum").words, Contains("set by hand from 50 to 75.5: seen by hand"));
  ASSERT_TRUE(set.grade("ada", "sum").override.has_value());
  const BookKit more = graded({{}, {override_row("ada", "sum", 2, true)}, {}}, warnings);
  EXPECT_EQ(more.grade("ada", "sum").points, 52);
  EXPECT_THAT(more.grade("ada", "sum").words,
              Contains("changed by hand from 50 by +2: seen by hand"));
  const BookKit less = graded({{}, {override_row("ada", "sum", -80, true)}, {}}, warnings);
  EXPECT_EQ(less.grade("ada", "sum").points, 0);
  EXPECT_THAT(less.grade("ada", "sum").words,
              Contains("changed by hand from 50 by -80: seen by hand"));
}

TEST(Overrides, MayGivePointsForNothingHandedIn) {
  std::vector<std::string> warnings;
  const BookKit kit = graded({{}, {override_row("bob", "sum", 40)}, {}}, warnings);
  EXPECT_EQ(kit.grade("bob", "sum").points, 40);
  EXPECT_EQ(kit.grade("bob", "sum").status, GradeStatus::no_submission);
}

TEST(Overrides, WarnWhenThePointsBeneathThemChanged) {
  std::vector<std::string> warnings;
  const std::vector<Override> rows = {override_row("ada", "sum", 75)};
  const BookKit first = graded({{}, rows, {}}, warnings);
  const std::string table = beneath_table(first.book, rows, {});
  EXPECT_EQ(table, "student,problem,computed,decision\nada,sum,50,75 seen by hand\n");
  const PointsByName beneath = read_beneath_table(table, rows);
  EXPECT_EQ(beneath, (PointsByName{{{"ada", "sum"}, 50}}));
  EXPECT_THAT(read_beneath_table(table, {override_row("ada", "sum", 76)}), IsEmpty())
      << "another decision, which knew the points";
  graded({{}, rows, beneath}, warnings);
  EXPECT_THAT(warnings, IsEmpty());
  const BookKit again = graded({{}, rows, beneath}, warnings, Verdict::ac);
  EXPECT_THAT(warnings, ElementsAre("overrides, line 2: the points computed for ada at sum "
                                    "beneath it were 50 and are 100 now"));
  EXPECT_EQ(again.grade("ada", "sum").points, 75);
  EXPECT_EQ(beneath_table(again.book, rows, beneath), table) << "until somebody decides again";
}

TEST(Overrides, MakeAGradeOfWhatCouldNotBeJudgedOnlyIfTheySetIt) {
  std::vector<std::string> warnings;
  const BookKit set = graded({{}, {override_row("ada", "sum", 60)}, {}}, warnings, Verdict::je);
  EXPECT_EQ(set.grade("ada", "sum").status, GradeStatus::graded);
  EXPECT_EQ(set.grade("ada", "sum").points, 60);
  EXPECT_THAT(warnings, IsEmpty());
  const BookKit more =
      graded({{}, {override_row("ada", "sum", 5, true)}, {}}, warnings, Verdict::je);
  EXPECT_EQ(more.grade("ada", "sum").status, GradeStatus::judge_error);
  EXPECT_THAT(
      warnings,
      ElementsAre("overrides, line 2: the points of ada at sum are changed, but not known yet"));
}

/// Ada and Bob, each with a work whose two tests went like this.
BookKit run(const std::vector<Verdict>& ada, const std::vector<Verdict>& bob,
            const Decisions& decisions = {}) {
  BookKit kit;
  kit.student("ada");
  kit.student("bob");
  kit.problem("sum", {"secret/1", "secret/2", "secret/3"});
  kit.attempt({0}, kit.work(0, ada));
  kit.attempt({1}, kit.work(0, bob));
  assemble_grades(kit.book, decisions);
  return kit;
}

/// `after` with how it differs from the one before.
model::Gradebook compare_books(const model::Gradebook& before, model::Gradebook after) {
  add_changes(before, after);
  return after;
}

TEST(Baseline, ShowsNothingWhereNothingChanged) {
  const BookKit kit = run({k_ac, k_ac, k_tle}, {k_tle, k_tle, k_tle});
  EXPECT_THAT(compare_books(kit.book, kit.book).changes, IsEmpty());
  EXPECT_THAT(compare_books(kit.book, kit.book).warnings, IsEmpty());
}

TEST(Baseline, ShowsWhoGainsAndWhoLosesAndWhy) {
  const BookKit before = run({k_ac, k_tle, k_tle}, {k_ac, k_ac, k_ac});
  const BookKit after = run({k_ac, k_ac, k_ac}, {k_ac, Verdict::wa, k_ac});
  const auto changes = compare_books(before.book, after.book).changes;
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[0].student, "ada");
  EXPECT_NEAR(changes[0].before, 33.33, 1e-9);
  EXPECT_EQ(changes[0].after, 100);
  EXPECT_EQ(changes[0].why, "secret/2: TLE before, AC now, and 1 more test");
  EXPECT_EQ(changes[1].why, "secret/2: AC before, WA now");
}

TEST(Baseline, ShowsTheLimitsThatAppliedThen) {
  BookKit before = run({k_tle, k_tle, k_tle}, {k_tle, k_tle, k_tle});
  BookKit after = run({k_ac, k_ac, k_ac}, {k_ac, k_ac, k_ac});
  before.book.works[0].judgement.limits = {std::chrono::seconds(1), {}, mib(64), {}};
  after.book.works[0].judgement.limits = {std::chrono::seconds(2), {}, mib(128), {}};
  const auto changes = compare_books(before.book, after.book).changes;
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(
      changes[0].why,
      "secret/1: TLE before, AC now, and 2 more tests; time limit 1 s before, 2 s now; memory "
      "limit 64 MiB before, 128 MiB now");
  EXPECT_EQ(changes[1].why, "secret/1: TLE before, AC now, and 2 more tests");
}

TEST(Baseline, KnowsStudentsByIdNotByPlace) {
  const BookKit before = run({k_ac, k_ac, k_ac}, {k_tle, k_tle, k_tle});
  BookKit after;
  after.student("bob");
  after.student("eve");
  after.student("ada");
  after.problem("sum", {"secret/1", "secret/2", "secret/3"});
  after.work(0, {k_ac, k_ac, k_ac});
  after.book.works[0].sha256 = "w0";
  after.work(0, {k_tle, k_tle, k_tle});
  after.attempt({2}, 0);
  after.attempts({1, 0});
  assemble_grades(after.book, {});
  const auto comparison = compare_books(before.book, after.book);
  ASSERT_EQ(comparison.changes.size(), 1U);
  EXPECT_EQ(comparison.changes[0].student, "eve");
  EXPECT_EQ(comparison.changes[0].before, 0);
  EXPECT_EQ(comparison.changes[0].why, "not in the run before");
}

TEST(Baseline, WarnsOfThoseWhoAreGone) {
  const BookKit before = run({k_ac, k_ac, k_ac}, {k_ac, k_ac, k_ac});
  BookKit after;
  after.student("ada");
  after.problem("product", {"secret/1"});
  assemble_grades(after.book, {});
  EXPECT_THAT(compare_books(before.book, after.book).warnings,
              ElementsAre("the student 'bob' was in the run before and is not in this one",
                          "the problem 'sum' was in the run before and is not in this one"));
  EXPECT_THAT(compare_books(before.book, after.book).changes, IsEmpty());
}

TEST(Baseline, TellsOfEverythingThatChangesAGrade) {
  const std::vector<Verdict> half = {k_ac, k_ac, k_tle};
  const BookKit before = run(half, half);
  BookKit after = run(half, half, {{}, {override_row("ada", "sum", 2, true)}, {}});
  after.book.works[1].sha256 = "another";
  after.book.grades[1].points -= 10;
  after.book.grades[1].late_penalty = 10;
  const auto changes = compare_books(before.book, after.book).changes;
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[0].why, "override: none before, +2 now");
  EXPECT_EQ(changes[1].why, "another attempt counts; 0 points taken for lateness before, 10 now");
  BookKit rules = run(half, half);
  rules.book.grades[0].points = 1;
  EXPECT_EQ(compare_books(before.book, rules.book).changes[0].why,
            "the rules for points are others");
}

TEST(Baseline, ShowsAStatusThatChangedWithoutThePoints) {
  const BookKit before = run({Verdict::je, k_tle, k_tle}, {k_ac, k_ac, k_ac});
  const BookKit after = run({k_tle, k_tle, k_tle}, {k_ac, k_ac, k_ac});
  const auto changes = compare_books(before.book, after.book).changes;
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].why, "judge_error before, graded now; secret/1: JE before, TLE now");
}

}  // namespace

}  // namespace arbiter::grade
