#include "intake/names/problem_index.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arbiter::intake {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(ProblemIndex, FindsWholeNames) {
  const ProblemIndex problems({{"lab-1", {"Sorting"}}, {"lab-11", {}}, {"102030", {}}});
  EXPECT_THAT(problems.called("Lab 1"), ElementsAre(0));
  EXPECT_THAT(problems.called("LAB_1"), ElementsAre(0));
  EXPECT_THAT(problems.called("sorting"), ElementsAre(0));
  EXPECT_THAT(problems.called("lab11"), ElementsAre(1));
  EXPECT_THAT(problems.called("102030"), ElementsAre(2));
  EXPECT_THAT(problems.called("lab"), IsEmpty());
}

TEST(ProblemIndex, FindsNamesInOthersAsWholeWords) {
  const ProblemIndex problems({{"graph", {}}, {"graph-coloring", {}}, {"lab1", {}}, {"a", {}}});
  EXPECT_THAT(problems.named_in("ada_lab1_final"), ElementsAre(2));
  EXPECT_THAT(problems.named_in("ada_lab10"), IsEmpty());
  EXPECT_THAT(problems.named_in("my graph coloring"), ElementsAre(1));
  EXPECT_THAT(problems.named_in("photograph"), IsEmpty());
  EXPECT_THAT(problems.named_in("graph lab1"), ElementsAre(0, 2));
  EXPECT_THAT(problems.named_in("problem_a"), ElementsAre(3));
  EXPECT_THAT(problems.named_in("a_andersson"), IsEmpty());
  EXPECT_EQ(problems.list({0, 2}), "graph or lab1");
  EXPECT_THAT(problems.help_for("graf"), HasSubstr("graph"));
}

TEST(ProblemIndex, KeepsNamesThatOnlyCaseOrDashesTellApart) {
  const ProblemIndex problems({{"p1-1", {}}, {"p11", {}}});
  EXPECT_THAT(problems.called("p11"), ElementsAre(1));
  EXPECT_THAT(problems.called("P1-1"), ElementsAre(0));
  EXPECT_THAT(problems.called("p1_1"), ElementsAre(0));
}

TEST(AttemptNames, AreSplit) {
  const auto split = [](std::string_view stem) {
    const AttemptName name = split_attempt(stem);
    return name.base + "|" + (name.number ? std::to_string(*name.number) : "");
  };
  EXPECT_EQ(split("main-2"), "main|2");
  EXPECT_EQ(split("main_v3"), "main|3");
  EXPECT_EQ(split("main (4)"), "main|4");
  EXPECT_EQ(split("main(5)"), "main|5");
  EXPECT_EQ(split("lab1"), "lab1|");
  EXPECT_EQ(split("-2"), "-2|");
  EXPECT_EQ(split("x-99999999999"), "x-99999999999|");
  EXPECT_EQ(attempt_of_folder("attempt-12"), 12);
  EXPECT_EQ(attempt_of_folder("Försök 3"), 3);
  EXPECT_EQ(attempt_of_folder("lab 3"), std::nullopt);
}

}  // namespace
}  // namespace arbiter::intake
