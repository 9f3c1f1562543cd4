#include <gmock/gmock.h>

#include "report/grade/formats.hpp"
#include "report/grade/test_kit.hpp"
#include "report/text/text_test_kit.hpp"

namespace arbiter::report {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Style k_plain{false, 80};

TEST(GradeText, SummaryAndTableOfACohort) {
  expect_golden("grades.txt", grade_summary(grade_sample("everything"), k_plain) +
                                  grade_table(grade_sample("cohort"), k_plain));
}

TEST(GradeText, ProblemsThatFindNoRoomAreNamedThoseWithPointsLast) {
  auto book = grade_sample("cohort");
  for (auto& grade : book.grades) {
    if (grade.problem == book.problems[0].id) grade.status = model::GradeStatus::no_submission;
  }
  EXPECT_THAT(grade_table(book, {false, 30}),
              HasSubstr("there is no room for " + book.problems[0].id + "\n"));
  EXPECT_THAT(grade_table(book, k_plain), Not(HasSubstr("no room")));
}

TEST(GradeText, OfPathsTheEndIsSeen) {
  auto book = grade_sample("everything");
  ASSERT_FALSE(book.unattributed.empty());
  book.unattributed[0].path = "a very long name of an archive.zip/Ada Lovelace/notes.md";
  EXPECT_NE(grade_summary(book, {false, 40}).find("Lovelace/notes.md: "), std::string::npos);
}

TEST(GradeText, IsAGoodTextOfEverySample) {
  for (const auto& one : grade_samples()) {
    expect_good_text(
        "grade " + one.name,
        [&](const Style& style) {
          return grade_summary(one.value, style) + grade_table(one.value, style);
        },
        [](std::string_view) { return false; });
  }
}

TEST(GradeText, WhoKeepsTheirPointsHasLostNothing) {
  auto book = grade_sample("everything");
  book.changes.push_back({"li", "sorting", 0, 0, "compile_error before, graded now"});
  const std::string text = grade_summary(book, k_plain);
  EXPECT_THAT(text, HasSubstr("1 grade gained, 1 lost, 1 judged otherwise with"));
  EXPECT_THAT(text, HasSubstr("0 to 0; compile_error before, graded now"));
}

TEST(GradeText, LongListsAreCut) {
  auto book = grade_sample("everything");
  book.unattributed.resize(30, book.unattributed[0]);
  book.clusters.resize(13, book.clusters[0]);
  const std::string text = grade_summary(book, k_plain);
  EXPECT_THAT(text, HasSubstr("… and 10 more\n"));
  EXPECT_THAT(text, HasSubstr("… and 3 more\n"));
}

TEST(GradeText, AnInterruptedRunSaysSo) {
  auto book = grade_sample("cohort");
  EXPECT_THAT(grade_summary(book, k_plain), Not(HasSubstr("interrupted")));
  book.finished.clear();
  EXPECT_THAT(grade_summary(book, k_plain), HasSubstr("interrupted: "));
}

}  // namespace
}  // namespace arbiter::report
