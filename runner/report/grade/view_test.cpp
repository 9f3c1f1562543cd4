#include "report/grade/view.hpp"

#include "report/grade/test_kit.hpp"

namespace arbiter::report {
namespace {

using model::Disclosure;
using model::Verdict;
using model::Visibility;

/// Works 0: all AC; 1: WA at the open test, TLE at a hidden one; 3: RTE, MLE, OLE.
StudentView view_of(const model::Gradebook& book, std::size_t student, TestFiles files = {}) {
  return StudentViews(book, std::move(files)).view(student);
}

TestFiles telling_files() {
  return [](std::size_t problem, std::size_t test, bool answer) {
    return (answer ? "answer " : "input ") + std::to_string(problem) + "." + std::to_string(test);
  };
}

TEST(GradeView, HiddenTestsShowTheirVerdictAlone) {
  auto book = grade_sample("cohort");
  book.policy.feedback.hidden = Disclosure::verdict;
  const auto tests = view_of(book, 1, telling_files()).problems()[0].tests;
  ASSERT_EQ(tests.size(), 4U);
  EXPECT_EQ(tests[3].name, "hidden test 2");
  EXPECT_EQ(tests[3].verdict, Verdict::tle);
  EXPECT_EQ(tests[3].visibility, Visibility::hidden);
  EXPECT_EQ(tests[3].reason + tests[3].message + tests[3].input + tests[3].answer +
                tests[3].output + tests[3].error_tail,
            "");
  EXPECT_FALSE(tests[3].difference);
}

TEST(GradeView, WhatWasMeasuredIsInNoMessage) {
  auto book = grade_sample("cohort");
  book.policy.feedback.open = Disclosure::full;
  auto& test = book.works[1].judgement.tests[1];
  test.message = "stopped after 221 ms";
  for (const Verdict verdict : {Verdict::tle, Verdict::mle, Verdict::ole, Verdict::rte}) {
    test.verdict = verdict;
    const auto seen = view_of(book, 1).problems()[0].tests[1];
    EXPECT_EQ(seen.message, "") << model::code(verdict);
    EXPECT_NE(seen.reason, "") << model::code(verdict);
  }
  test.verdict = Verdict::wa;
  EXPECT_EQ(view_of(book, 1).problems()[0].tests[1].message, "stopped after 221 ms");
}

TEST(GradeView, OpenTestsShowTheFirstDifferenceByDefault) {
  const auto book = grade_sample("cohort");
  const auto test = view_of(book, 1, telling_files()).problems()[0].tests[1];
  EXPECT_EQ(test.name, "secret/open/1");
  ASSERT_TRUE(test.difference);
  EXPECT_EQ(test.difference->expected, "4");
  EXPECT_EQ(test.message, "line 1, column 1: expected \"4\", got \"3\"");
  EXPECT_EQ(test.input + test.answer + test.output, "");
}

TEST(GradeView, FullShowsFilesAndOutput) {
  auto book = grade_sample("cohort");
  book.policy.feedback.open = Disclosure::full;
  const auto test = view_of(book, 1, telling_files()).problems()[0].tests[1];
  EXPECT_EQ(test.input, "input 0.1");
  EXPECT_EQ(test.answer, "answer 0.1");
  EXPECT_EQ(test.output, "3\n");
  EXPECT_EQ(view_of(book, 1).problems()[0].tests[1].input, "");
}

TEST(GradeView, FirstDifferenceOfHiddenTestsIsItsPlaceAlone) {
  auto book = grade_sample("cohort");
  book.policy.feedback.hidden = Disclosure::first_difference;
  book.problems[0].visibilities[1] = Visibility::hidden;
  const auto test = view_of(book, 1, telling_files()).problems()[0].tests[1];
  ASSERT_TRUE(test.difference);
  EXPECT_EQ(test.difference->output_line, 1U);
  EXPECT_EQ(test.difference->expected + test.difference->got + test.message + test.input, "");
  EXPECT_EQ(test.name, "hidden test 1");
}

TEST(GradeView, FullForHiddenTestsShowsEverything) {
  auto book = grade_sample("cohort");
  book.policy.feedback.hidden = Disclosure::full;
  const auto test = view_of(book, 1, telling_files()).problems()[0].tests[3];
  EXPECT_EQ(test.name, "secret/large/02");
  EXPECT_EQ(test.input, "input 0.3");
  EXPECT_EQ(test.reason, "over the time limit of 2 s");
}

TEST(GradeView, WhatNobodyDeclaredOpenIsHidden) {
  auto book = grade_sample("cohort");
  book.problems[0].visibilities.clear();
  book.works[1].judgement.tests[0].name = "who knows";
  const auto tests = view_of(book, 1, telling_files()).problems()[0].tests;
  EXPECT_EQ(tests[0].name, "hidden test");
  EXPECT_EQ(tests[1].name, "hidden test 2");
  EXPECT_EQ(tests[1].message, "");
}

TEST(GradeView, WordsSayHowPointsCameToBe) {
  const auto book = grade_sample("cohort");
  const auto late = view_of(book, 1).problems()[0];
  ASSERT_EQ(late.words.size(), 2U);
  EXPECT_EQ(late.words[0], "large 10/20: 1 of 2 passed; first fails hidden test 2, TLE");
  EXPECT_EQ(late.words[1], "late by 2 h 5 min: 1 of 10 points taken");
  const auto by_hand = view_of(book, 2).problems()[0];
  EXPECT_EQ(by_hand.words[0], "it does not compile");
  EXPECT_EQ(by_hand.words[1], "changed by hand by +5 to 5 from 0: showed it by hand");
  auto set = book;
  for (model::Grade& grade : set.grades) {
    if (grade.override) grade.override->is_relative = false;
  }
  EXPECT_EQ(view_of(set, 2).problems()[0].words[1], "set by hand to 5 from 0: showed it by hand");
  EXPECT_EQ(view_of(book, 3).problems()[0].words[0], "nothing was handed in");
}

TEST(GradeView, JudgeErrorsAreNotFinalUnlessDecidedByHand) {
  auto book = grade_sample("cohort");
  EXPECT_FALSE(view_of(book, 4).is_final());
  EXPECT_TRUE(view_of(book, 0).is_final());
  book.grades[9].override = model::Override{"cy", "graphs", 7, false, "", 1};
  EXPECT_TRUE(view_of(book, 4).is_final());
}

TEST(GradeView, PathOfAGroupsHandInNamesNobody) {
  auto book = grade_sample("cohort");
  book.attempts[1].students = {0, 1};
  book.attempts[1].origin = "ada_lovelace_77/a.cpp";
  EXPECT_EQ(view_of(book, 1).problems()[0].origin, "a.cpp");
}

TEST(GradeView, ForeignIndexesAreHarmless) {
  auto book = grade_sample("cohort");
  EXPECT_TRUE(view_of(book, 99).problems().empty());
  book.grades.resize(1);
  EXPECT_EQ(view_of(book, 1).problems().size(), 2U);
  book.grades[0].attempt = 99;
  EXPECT_TRUE(view_of(book, 0).problems()[0].tests.empty());
}

}  // namespace
}  // namespace arbiter::report
