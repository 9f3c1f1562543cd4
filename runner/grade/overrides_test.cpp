#include <gmock/gmock.h>

#include "grade/book.hpp"
#include "grade/grade_test_kit.hpp"

namespace arbiter::grade {
namespace {

using model::GradeStatus;
using model::Override;
using model::Verdict;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Ada has 50 points at `sum`.
BookKit graded(const Decisions& decisions, std::vector<std::string>& warnings,
               Verdict second = Verdict::wa) {
  BookKit kit;
  kit.student("ada");
  kit.student("bob");
  kit.problem("sum", {"secret/1", "secret/2"});
  kit.attempt({0}, kit.work(0, {Verdict::ac, second}));
  warnings = assemble_grades(kit.book, decisions);
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

TEST(Overrides, WarnWhenTheyLeadNowhereOrContradictEachOther) {
  std::vector<std::string> warnings;
  const BookKit kit =
      graded({{},
              {override_row("aida", "sum", 1), override_row("ada", "sums", 1, false, 3),
               override_row("ada", "sum", 3, false, 5), override_row("ada", "sum", 2, false, 4)},
              {}},
             warnings);
  EXPECT_THAT(warnings,
              ElementsAre("overrides, line 2: unknown student 'aida'; did you mean 'ada'?",
                          "overrides, line 3: unknown problem 'sums'; did you mean 'sum'?",
                          "overrides: lines 4 and 5 are both of ada at sum; line 5 counts"));
  EXPECT_EQ(kit.grade("ada", "sum").points, 3);
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
  EXPECT_THAT(warnings, ElementsAre("overrides, line 2: it changes the points of ada at sum, "
                                    "which are not known yet"));
}

}  // namespace
}  // namespace arbiter::grade
