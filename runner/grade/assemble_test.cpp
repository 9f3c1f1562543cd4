#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <set>

#include "grade/book.hpp"
#include "grade/grade_test_kit.hpp"

namespace arbiter::grade {
namespace {

using model::AttemptRule;
using model::GradeStatus;
using model::Verdict;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr Verdict k_ac = Verdict::ac;
constexpr Verdict k_wa = Verdict::wa;
constexpr std::int64_t k_due = 1'000'000;
constexpr std::int64_t k_day = 86400;

/// Ada and Bob, the problem `sum` with two tests, and works of 100, 50 and 0 points.
BookKit cohort() {
  BookKit kit;
  kit.student("ada");
  kit.student("bob");
  kit.problem("sum", {"secret/1", "secret/2"});
  kit.work(0, {k_ac, k_ac});
  kit.work(0, {k_ac, k_wa});
  kit.work(0, {k_wa, k_wa});
  return kit;
}

TEST(Assemble, SaysWhatCouldNotBeGraded) {
  BookKit kit = cohort();
  kit.book.unattributed = {{"all.zip/x.py", "is nobody's", {}, {}},
                           {"all.zip/bob/notes.md", "is no source file", {}, {"bob"}}};
  assemble_grades(kit.book, {});
  EXPECT_THAT(kit.grade("ada", "sum").words, ElementsAre("nothing was handed in"));
  EXPECT_THAT(kit.grade("bob", "sum").words,
              ElementsAre("handed in, but not graded: 'notes.md': is no source file"));
}

TEST(Assemble, GivesEveryStudentOneGradeForEveryProblem) {
  BookKit kit = cohort();
  kit.problem("other", {"secret/1"});
  kit.attempt({1}, 1);
  assemble_grades(kit.book, {});
  EXPECT_THAT(kit.book.warnings, IsEmpty());
  ASSERT_EQ(kit.book.grades.size(), 4U);
  EXPECT_EQ(kit.grade("ada", "sum").status, GradeStatus::no_submission);
  EXPECT_EQ(kit.grade("ada", "sum").max_points, 100);
  EXPECT_THAT(kit.grade("ada", "sum").words, ElementsAre("nothing was handed in"));
  EXPECT_EQ(kit.grade("bob", "sum").status, GradeStatus::graded);
  EXPECT_EQ(kit.grade("bob", "sum").points, 50);
  EXPECT_EQ(kit.grade("bob", "other").status, GradeStatus::no_submission);
}

TEST(Assemble, GivesEachMemberOfAGroupTheGrade) {
  BookKit kit = cohort();
  kit.attempt({0, 1, 1}, 0);
  assemble_grades(kit.book, {});
  EXPECT_EQ(kit.grade("ada", "sum").points, 100);
  EXPECT_EQ(kit.grade("bob", "sum").points, 100);
  EXPECT_EQ(kit.book.grades.size(), 2U);
}

TEST(Assemble, TakesTheLastAttemptByTimeNotByPlace) {
  BookKit kit = cohort();
  kit.attempt({0}, 0, 500, 1);
  const std::size_t last = kit.attempt({0}, 1, 900, 3);
  kit.attempt({0}, 2, 700, 2);
  assemble_grades(kit.book, {});
  EXPECT_EQ(kit.grade("ada", "sum").attempt, last);
  EXPECT_THAT(kit.grade("ada", "sum").words, Contains("attempt 3 of 3 counts, the last"));
}

TEST(Assemble, TakesAttemptsByNumberWhenATimeIsMissing) {
  BookKit kit = cohort();
  const std::size_t last = kit.attempt({0}, 1, std::nullopt, 2);
  kit.attempt({0}, 0, 900, 1);
  assemble_grades(kit.book, {});
  EXPECT_EQ(kit.grade("ada", "sum").attempt, last);
}

TEST(Assemble, LetsAnAttemptAfterTheEndReplaceNone) {
  BookKit kit = cohort();
  kit.book.policy.late.due = k_due;
  kit.book.policy.late.closes = std::chrono::hours(24);
  kit.attempt({0}, 1, k_due + k_day, 1);
  kit.attempt({0}, 0, k_due + k_day + 1, 2);
  kit.attempt({1}, 0, k_due + k_day + 1, 1);
  assemble_grades(kit.book, {});
  EXPECT_EQ(kit.grade("ada", "sum").points, 50);
  EXPECT_THAT(kit.grade("ada", "sum").words,
              Contains("attempt 1 of 2 counts, the last before it was closed"));
  EXPECT_EQ(kit.grade("bob", "sum").points, 0);
  EXPECT_EQ(kit.grade("bob", "sum").late_penalty, 100);
}

TEST(Assemble, TakesTheBestAttemptAfterLateness) {
  BookKit kit = cohort();
  kit.book.policy.attempts = AttemptRule::best;
  kit.book.policy.late.due = k_due;
  kit.book.policy.late.percent_per_day = 60;
  const std::size_t in_time = kit.attempt({0}, 1, k_due, 1);
  kit.attempt({0}, 0, k_due + 1, 2);
  const std::size_t first = kit.attempt({1}, 0, 5, 1);
  kit.attempt({1}, 0, 6, 2);
  assemble_grades(kit.book, {});
  EXPECT_EQ(kit.grade("ada", "sum").attempt, in_time);
  EXPECT_EQ(kit.grade("ada", "sum").points, 50);
  EXPECT_EQ(kit.grade("bob", "sum").attempt, first) << "the earlier of equals";
}

TEST(Assemble, TakesLatenessFromThePointsAndSaysSo) {
  BookKit kit = cohort();
  kit.book.policy.late.due = k_due;
  kit.book.policy.late.percent_per_day = 15;
  kit.attempt({0}, 1, k_due + 90 * 60 + 1);
  Decisions decisions;
  model::Extension row;
  row.student = "bob";
  row.extra_minutes = 60 * 24;
  decisions.extensions.push_back(row);
  kit.attempt({1}, 1, k_due + k_day);
  assemble_grades(kit.book, decisions);
  const model::Grade& ada = kit.grade("ada", "sum");
  EXPECT_EQ(ada.late_minutes, 91);
  EXPECT_EQ(ada.raw_points, 50);
  EXPECT_EQ(ada.late_penalty, 7.5);
  EXPECT_EQ(ada.computed_points, 42.5);
  EXPECT_EQ(ada.points, 42.5);
  EXPECT_THAT(ada.words, Contains("late by 1 h 31 min: 15% is taken, 42.5 of 50 points left"));
  EXPECT_EQ(kit.grade("bob", "sum").late_minutes, 0);
  EXPECT_EQ(kit.grade("bob", "sum").points, 50);
}

TEST(Assemble, WarnsOfWhatIsNotKnownAboutTimes) {
  BookKit kit = cohort();
  kit.book.policy.late.due = k_due;
  kit.attempt({0}, 0);
  kit.book.attempts.back().is_marked_late = true;
  kit.attempt({1}, 0);
  assemble_grades(kit.book, {});
  EXPECT_THAT(kit.book.warnings,
              ElementsAre("ada at sum: marked late without a time, so no penalty was applied",
                          "1 of the attempts that count has no time of submission and counts as "
                          "in time"));
}

TEST(Assemble, RoundsWhatIsHandedOutSoThatItAddsUp) {
  BookKit kit;
  kit.student("ada");
  kit.problem("sum", {"secret/1", "secret/2", "secret/3"});
  kit.work(0, {k_ac, k_ac, k_wa});
  kit.attempt({0}, 0, k_due + 1);
  kit.book.policy.decimals = 1;
  kit.book.policy.late = {};
  kit.book.policy.late.due = k_due;
  kit.book.policy.late.percent_per_hour = 10;
  assemble_grades(kit.book, {});
  const model::Grade& grade = kit.grade("ada", "sum");
  EXPECT_EQ(grade.raw_points, 66.7);
  EXPECT_EQ(grade.computed_points, 60);
  EXPECT_EQ(grade.late_penalty, 6.7);
}

TEST(Assemble, SaysWhenAnAttemptThatWasNotJudgedMayBeBetter) {
  BookKit kit = cohort();
  kit.book.policy.attempts = AttemptRule::best;
  const std::size_t fault = kit.work(0, {k_ac, Verdict::je});
  kit.attempt({0}, 1, 5, 1);
  kit.attempt({0}, fault, 6, 2);
  kit.attempt({1}, 0, 5, 1);
  kit.attempt({1}, fault, 6, 2);
  assemble_grades(kit.book, {});
  EXPECT_EQ(kit.grade("ada", "sum").status, GradeStatus::judge_error);
  EXPECT_EQ(kit.grade("ada", "sum").points, 50);
  EXPECT_THAT(kit.grade("ada", "sum").words, Contains(HasSubstr("attempt 2 could not be judged")));
  EXPECT_EQ(kit.grade("bob", "sum").status, GradeStatus::graded) << "nothing is better than all";
}

/// A random cohort: groups, several attempts, with and without times, some judged wrongly.
BookKit random_cohort(std::mt19937& random) {
  BookKit kit;
  for (int i = 0; i < 6; ++i)
    kit.student("s" + std::to_string(i));
  for (std::size_t p = 0; p < 3; ++p) {
    kit.problem("p" + std::to_string(p), {"secret/1", "secret/2", "secret/3"});
    for (int i = 0; i < 4; ++i) {
      const auto any = [&] { return std::array{k_ac, k_wa, Verdict::je}.at(random() % 3); };
      kit.work(p, {any(), any(), any()});
    }
  }
  for (int i = 0; i < 40; ++i) {
    std::vector<std::size_t> students = {random() % 6};
    if (random() % 4 == 0) students.push_back(random() % 6);
    std::optional<std::int64_t> time;
    if (random() % 5 != 0) time = k_due + static_cast<std::int64_t>(random() % 9) * 20000 - 80000;
    kit.attempt(students, random() % 12, time, static_cast<int>(random() % 4));
  }
  kit.book.policy.attempts = static_cast<AttemptRule>(random() % 3);
  kit.book.policy.late.due = k_due;
  kit.book.policy.late.percent_per_day = 30;
  kit.book.policy.late.closes = std::chrono::hours(20);
  return kit;
}

TEST(Assemble, DoesNotDependOnTheOrderOfAttempts) {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    BookKit kit = random_cohort(random);
    model::Gradebook shuffled = kit.book;
    std::ranges::shuffle(shuffled.attempts, random);
    assemble_grades(kit.book, {});
    assemble_grades(shuffled, {});
    ASSERT_EQ(kit.book.grades.size(), 18U);
    std::set<std::pair<std::string, std::string>> seen;
    for (std::size_t i = 0; i < 18; ++i) {
      const model::Grade& a = kit.book.grades[i];
      const model::Grade& b = shuffled.grades[i];
      seen.emplace(a.student, a.problem);
      ASSERT_EQ(a.words, b.words);
      ASSERT_EQ(a.points, b.points);
      ASSERT_EQ(a.status, b.status);
      ASSERT_EQ(a.attempt.has_value(), b.attempt.has_value());
      if (!a.attempt) continue;
      ASSERT_EQ(kit.book.attempts[*a.attempt].origin, shuffled.attempts[*b.attempt].origin);
      ASSERT_LE(a.points, a.raw_points);
      ASSERT_NEAR(a.raw_points - a.late_penalty, a.computed_points, 1e-9);
    }
    ASSERT_EQ(seen.size(), 18U);
  }
}

}  // namespace
}  // namespace arbiter::grade
