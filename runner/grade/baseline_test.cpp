#include <gmock/gmock.h>

#include "grade/book.hpp"
#include "grade/grade_test_kit.hpp"

namespace arbiter::grade {
namespace {

using model::Verdict;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Verdict k_ac = Verdict::ac;
constexpr Verdict k_tle = Verdict::tle;

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
  EXPECT_EQ(changes[0].student, 0U);
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
  after.attempt({0}, 1);
  after.attempt({1}, 0);
  assemble_grades(after.book, {});
  const auto comparison = compare_books(before.book, after.book);
  ASSERT_EQ(comparison.changes.size(), 1U);
  EXPECT_EQ(comparison.changes[0].student, 1U);
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
