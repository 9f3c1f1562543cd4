#include "grade/book.hpp"

#include <gmock/gmock.h>

#include "base/test_folder.hpp"
#include "grade/grade_test_kit.hpp"

namespace arbiter::grade {
namespace {

using model::Verdict;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr Verdict k_ac = Verdict::ac;
constexpr Verdict k_wa = Verdict::wa;

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
  kit.book.unattributed = {{"x.py", "is nobody's", {}, {1}}, {"y.py", "is nobody's", {}, {2}}};
  return kit;
}

TEST(Book, PartsHoldWhatTheirStudentsHandedIn) {
  const BookPart part = part_of(cohort().book, {false, true, true}, {false, true});
  EXPECT_FALSE(part.is_whole);
  EXPECT_THAT(part.problems, ElementsAre(1));
  EXPECT_THAT(part.works, ElementsAre(2));
  ASSERT_THAT(part.book.students, SizeIs(2));
  EXPECT_EQ(part.book.students[0].id, "bob");
  EXPECT_EQ(part.book.problems.at(0).id, "product");
  EXPECT_EQ(part.book.works.at(0).problem, 0U);
  ASSERT_THAT(part.book.attempts, SizeIs(1));
  EXPECT_THAT(part.book.attempts[0].students, ElementsAre(0));
  EXPECT_EQ(part.book.attempts[0].problem, 0U);
  EXPECT_EQ(part.book.attempts[0].work, 0U);
  ASSERT_THAT(part.book.unattributed, SizeIs(2));
  EXPECT_THAT(part.book.unattributed[1].students, ElementsAre(1));
  const BookPart of_ada = part_of(cohort().book, {true, false, false}, {true, true});
  EXPECT_THAT(of_ada.works, ElementsAre(0));
  EXPECT_THAT(of_ada.book.attempts.at(0).students, ElementsAre(0)) << "without Bob";
  EXPECT_THAT(of_ada.book.unattributed.at(0).students, IsEmpty());
}

TEST(Book, IsGradedByDecisionsAboutThoseInIt) {
  const Decisions decisions{{}, {override_row("bob", "sum", 7)}, {}};
  const std::vector<model::MistakeComment> comments = {{"m0", "mind the sign", 2}};
  BookPart whole = part_of(cohort().book, {true, true, true}, {true, true});
  complete(whole, {3, std::nullopt}, decisions, comments);
  EXPECT_TRUE(whole.is_whole);
  EXPECT_THAT(whole.book.grades, SizeIs(6));
  EXPECT_EQ(whole.book.grades[2].points, 7);
  ASSERT_THAT(whole.book.clusters, SizeIs(1));
  EXPECT_THAT(whole.book.clusters[0].students, ElementsAre(0, 1, 2));
  EXPECT_THAT(whole.book.warnings, ElementsAre(HasSubstr("makes the mistake 'm0' any more")));
  BookPart of_ada = part_of(cohort().book, {true, false, false}, {true, true});
  complete(of_ada, {3, std::nullopt}, decisions, comments);
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
  BookPart whole = part_of(cohort().book, {true, true, true}, {true, true});
  complete(whole, {submission("a.cpp", text), submission("b.cpp", "// mine\n" + text), {}}, {}, {});
  ASSERT_THAT(whole.book.look_alikes, SizeIs(1));
  EXPECT_THAT(whole.book.look_alikes[0].attempts, ElementsAre(0, 1));
}

}  // namespace
}  // namespace arbiter::grade
