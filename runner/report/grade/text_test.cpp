#include <gmock/gmock.h>

#include "report/grade/formats.hpp"
#include "report/grade/test_kit.hpp"
#include "report/text/text_test_kit.hpp"

namespace arbiter::report {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Style k_plain{false, 80};

TEST(GradeText, SummaryOfACohort) {
  EXPECT_EQ(grade_summary(grade_sample("everything"), k_plain),
            "Lab 3: 5 students, 2 problems, 5 programs judged\n"
            "layout   a folder for each student, as Moodle makes them\n"
            "sandbox  root, cgroup v1\n"
            "  problem  handed in  AC  WA  RTE  CE  JE     mean  median\n"
            "  sorting          3   1   1    ·   1   ·  11.3/20    9/20\n"
            "  graphs           2   ·   ·    1   ·   1     0/20    0/20\n"
            "\n"
            "could not be judged:\n"
            "  Cy \"Q\" O'Neil, Jr (cy), graphs: secret/open/1: the checker crashed\n"
            "unattributed:\n"
            "  all.zip/stray.cpp: it lies in no student's folder; move it\n"
            "look alike:\n"
            "  sorting: the same bytes: Ada Lovelace (ada/sorting.cpp), Åsa Öberg\n"
            "    (asa/sorting.cpp)\n"
            "  sorting: the same but for comments, blanks and names: Ada Lovelace\n"
            "    (ada/sorting.cpp), Åsa Öberg (asa/graphs.cpp)\n"
            "  graphs: 87% alike: Åsa Öberg (asa/graphs.cpp), Cy \"Q\" O'Neil, Jr\n"
            "    (cy/graphs.cpp)\n"
            "\n"
            "mistakes in common:\n"
            "  sorting: 2 students, WA on secret/open/1; as in asa/sorting.cpp; comment: Look\n"
            "    at <negative> numbers.\n"
            "\n"
            "against 20261121-1: 1 grade gained, 1 lost\n"
            "  Åsa Öberg (asa), sorting: 12 to 9; secret/large/02: AC before, TLE now\n"
            "  Ada Lovelace (ada), sorting: 10 to 20; secret/large/01: TLE before, AC now\n"
            "warning: the roster names 'bo' twice\n");
}

TEST(GradeText, OfPathsTheEndIsSeen) {
  auto book = grade_sample("everything");
  ASSERT_FALSE(book.unattributed.empty());
  book.unattributed[0].path = "a very long name of an archive.zip/Ada Lovelace/notes.md";
  EXPECT_NE(grade_summary(book, {false, 40}).find("Lovelace/notes.md: "), std::string::npos);
}

TEST(GradeText, TableOfStudentsAndProblems) {
  EXPECT_EQ(grade_table(grade_sample("cohort"), k_plain),
            "student  name               sum  sorting  graphs\n"
            "ada      Ada Lovelace        20    20 AC       -\n"
            "asa      Åsa Öberg            9     9 WA   0 RTE\n"
            "li       李 雷                5    5* CE       -\n"
            "bo       Bo =Diddley          -        -       -\n"
            "cy       Cy \"Q\" O'Neil, Jr    0        -    0 JE\n"
            "* decided by hand\n");
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
