#include <gmock/gmock.h>

#include <algorithm>

#include "grade/book.hpp"
#include "grade/grade_test_kit.hpp"
#include "grade/likeness/likeness.hpp"

namespace arbiter::grade {
namespace {

using model::Verdict;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Verdict k_ac = Verdict::ac;
constexpr Verdict k_wa = Verdict::wa;
constexpr Verdict k_tle = Verdict::tle;

/// Seven students and the problem `sum` with three tests.
BookKit cohort() {
  BookKit kit;
  for (int i = 0; i < 7; ++i)
    kit.student("s" + std::to_string(i));
  kit.problem("sum", {"secret/1", "secret/2", "secret/3"});
  return kit;
}

std::vector<model::MistakeCluster> clusters(BookKit& kit) {
  assemble_grades(kit.book, {});
  return find_clusters(kit.book);
}

TEST(Clusters, JoinWorksThatFailTheSameTestsWithTheSameOutputs) {
  BookKit kit = cohort();
  const std::size_t one = kit.work(0, {k_ac, k_wa, k_wa});
  const std::size_t same = kit.work(0, {k_ac, k_wa, k_wa});
  const std::size_t other = kit.work(0, {k_ac, k_wa, k_wa});
  kit.book.works[other].judgement.tests[1].output_sha256 = "bb";
  const std::size_t fewer = kit.work(0, {k_ac, k_wa, k_ac});
  kit.attempts({one, same, same, other, fewer});
  const auto found = clusters(kit);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].works, ElementsAre(same, one)) << "most students first";
  EXPECT_THAT(found[0].students, ElementsAre("s0", "s1", "s2"));
  EXPECT_EQ(found[0].first_failing, "secret/2");
  EXPECT_EQ(found[0].verdict, k_wa);
  EXPECT_EQ(found[0].words, "WA on secret/2 and 1 more, the same outputs");
}

TEST(SameMistakes, NeedNoGradesAndLeaveOutWhatFailsNowhere) {
  BookKit kit = cohort();
  const std::size_t one = kit.work(0, {k_ac, k_wa, k_wa});
  const std::size_t right = kit.work(0, {k_ac, k_ac, k_ac});
  const std::size_t same = kit.work(0, {k_ac, k_wa, k_wa});
  const std::size_t alone = kit.work(0, {k_ac, k_tle, k_ac});
  const std::size_t unfinished = kit.work(0, {k_wa});
  kit.book.works[unfinished].judgement.unfinished = true;
  const std::size_t uncompiled = kit.work(0, {});
  kit.book.works[uncompiled].judgement.verdict = Verdict::ce;
  EXPECT_THAT(same_mistakes(kit.book.works, "sum"),
              ::testing::UnorderedElementsAre(ElementsAre(one, same), ElementsAre(alone)));
  EXPECT_LT(one, right);
  EXPECT_THAT(same_mistakes(kit.book.works, "other"), IsEmpty());
}

TEST(Clusters, OfTheSameMistakeHaveTheSameIdInEveryRun) {
  BookKit kit = cohort();
  const std::size_t one = kit.work(0, {k_ac, k_wa, k_wa});
  const std::size_t other = kit.work(0, {k_ac, k_wa, k_ac});
  for (std::size_t student = 0; student < 4; ++student)
    kit.attempt({student}, student < 2 ? one : other);
  const auto found = clusters(kit);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NE(found[0].id, found[1].id);
  EXPECT_EQ(found[0].id.size(), 13U);

  BookKit again = cohort();
  const std::size_t same = again.work(0, {k_ac, k_wa, k_wa});
  again.attempt({5}, same);
  again.attempt({6}, same);
  const auto later = clusters(again);
  ASSERT_EQ(later.size(), 1U);
  EXPECT_TRUE(later[0].id == found[0].id || later[0].id == found[1].id);
}

TEST(Clusters, WithACommentStandForOneStudentToo) {
  BookKit kit = cohort();
  const std::size_t one = kit.work(0, {k_ac, k_wa, k_wa});
  kit.attempts({one, one});
  const std::string id = clusters(kit).at(0).id;

  BookKit later = cohort();
  later.attempt({3}, later.work(0, {k_ac, k_wa, k_wa}));
  EXPECT_THAT(clusters(later), IsEmpty());
  const std::vector<model::MistakeComment> comments = {{id, "look at the sign", 2},
                                                       {"m000", "gone", 3}};
  const auto found = find_clusters(later.book, comments);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].comment, "look at the sign");
  EXPECT_THAT(found[0].students, ElementsAre("s3"));
  const auto idle = idle_comments(found, comments);
  ASSERT_EQ(idle.size(), 1U);
  EXPECT_NE(idle[0].find("'m000'"), std::string::npos);
}

TEST(Clusters, StandInTheOrderOfTheirStudents) {
  BookKit kit = cohort();
  const std::size_t slow = kit.work(0, {k_ac, k_ac, k_tle});
  const std::size_t wrong = kit.work(0, {k_wa, k_ac, k_ac});
  kit.attempts({slow, slow});
  kit.attempt({2, 3, 4}, wrong);
  const auto found = clusters(kit);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].words, "WA on secret/1, the same output");
  EXPECT_EQ(found[1].words, "TLE on secret/3");
  EXPECT_THAT(found[1].students, ElementsAre("s0", "s1"));
}

TEST(Clusters, LeaveOutWhatIsRightAloneReplacedOrNotJudged) {
  BookKit kit = cohort();
  const std::size_t right = kit.work(0, {k_ac, k_ac, k_ac});
  const std::size_t alone = kit.work(0, {k_wa, k_ac, k_ac});
  const std::size_t fault = kit.work(0, {k_wa, Verdict::je, k_ac});
  kit.attempts({right, right, alone});
  kit.attempt({3}, alone, std::nullopt, 1);
  kit.attempt({3}, right, std::nullopt, 2);
  kit.attempt({4}, fault);
  kit.attempt({5}, fault);
  EXPECT_THAT(clusters(kit), IsEmpty());
}

TEST(Clusters, JoinWhatDoesNotCompileForTheSameReason) {
  BookKit kit = cohort();
  kit.attempt({0}, kit.uncompiled(0,
                                  "a.cpp: In function 'int main()':\n"
                                  "a.cpp:12:5: error: expected ';' before '}' token\n"));
  kit.attempt({1}, kit.uncompiled(0, "/w/lab.cpp:7:31: error: expected ';' before '}' token\n"));
  kit.attempt({2}, kit.uncompiled(0, "a.cpp:1:1: error: 'cout' was not declared\n"));
  const auto found = clusters(kit);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].students, ElementsAre("s0", "s1"));
  EXPECT_EQ(found[0].verdict, Verdict::ce);
  EXPECT_EQ(found[0].first_failing, "");
  EXPECT_EQ(found[0].words, "does not compile: error: expected ';' before '}' token");
}

TEST(Clusters, DoNotDependOnTheOrderOfTestsThatRan) {
  BookKit kit = cohort();
  const std::size_t one = kit.work(0, {k_wa, k_ac, k_tle});
  const std::size_t other = kit.work(0, {k_wa, k_ac, k_tle});
  auto& tests = kit.book.works[other].judgement.tests;
  std::reverse(tests.begin(), tests.end());
  kit.attempts({one, other});
  const auto found = clusters(kit);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].first_failing, "secret/1");
}

TEST(Complaint, IsTheFirstErrorWithoutFilesAndNumbers) {
  EXPECT_EQ(first_complaint(""), "");
  EXPECT_EQ(first_complaint("\n  \n"), "");
  EXPECT_EQ(first_complaint("Main.java:3: error: ';' expected\n    int a = 5\n"),
            "error: ';' expected");
  EXPECT_EQ(first_complaint("warning: x\nx.pas(4,7) Error: Identifier not found \"readn\"\n"),
            "Error: Identifier not found \"readn\"");
  EXPECT_EQ(first_complaint("  File \"/work/sol.py\", line 3\nSyntaxError: invalid syntax"),
            "SyntaxError: invalid syntax");
  EXPECT_EQ(first_complaint("ld: cannot find -lm\n"), "ld: cannot find -lm");
  EXPECT_EQ(first_complaint("error[E0308]: mismatched types"), "error[E]: mismatched types");
  EXPECT_EQ(first_complaint("a.c:1:2: error: request for member 'x' in 'v.y'"),
            "error: request for member 'x' in 'v.y'");
}

TEST(Complaint, IsShortAndPrintableWhateverTheLogHolds) {
  const std::string hostile = "error: \x1b[31m\xff" + std::string(100000, 'x') + "\n";
  const std::string complaint = first_complaint(hostile);
  EXPECT_LT(complaint.size(), 500U);
  EXPECT_EQ(complaint.find('\x1b'), std::string::npos);
  EXPECT_EQ(complaint.find('\xff'), std::string::npos);
}

}  // namespace
}  // namespace arbiter::grade
