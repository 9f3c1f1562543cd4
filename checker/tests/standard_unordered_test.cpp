#include "standard_table.hpp"

namespace arbiter::checkers {
namespace {

TEST(UnorderedLinesChecker, AcceptsAndRejects) {
  expect_rows(
      "unordered_lines",
      {{"empty", {}, "", {"", "\n\n", " \r\n"}, {"a", "\0"s}},
       {"any order",
        {},
        "a b\nc\nd\n",
        {"a b\nc\nd\n", "d\nc\na b", "c\r\nd\r\na  b\r\n", "\n d\n\na\tb \nc\n\n"},
        {"b a\nc\nd\n", "a b\nc\n", "a b\nc\nd\nd\n", "ab\nc\nd\n", "a b\nC\nd\n", "",
         "a b c\nd\n"}},
       {"each as often",
        {},
        "x\nx\ny\n",
        {"y\nx\nx", "x\ny\nx"},
        {"x\ny\ny\n", "x\ny\n", "x\nx\nx\ny"}},
       {"NUL and invalid UTF-8", {}, "\0\n\xFF\n"s, {"\xFF\n\0"s}, {"\xFF\n", "\xFE\n\0"s}}});
}

TEST(UnorderedTokensChecker, AcceptsAndRejects) {
  expect_rows("unordered_tokens",
              {{"empty", {}, "", {"", "\n\n"}, {"a", "\0"s}},
               {"any order",
                {},
                "a b\nc\n",
                {"c b a", "b\nc\na\n", " a\r\nb c"},
                {"a b", "a b c c", "A b c", "ab c", ""}},
               {"each as often", {}, "1 1 2", {"1 2 1", "2\n1\n1"}, {"1 2 2", "1 2", "1 1 1 2"}}});
}

TEST(UnorderedChecker, NamesTheFirstMissingAndTheFirstExtraElement) {
  const Outcome outcome = run_checker("unordered_lines", {}, "a\nm 1\nb\nm 2\n", "x\nb\ny\na\n");
  EXPECT_EQ(outcome.message, "missing \"m·1\" (answer: line 2), extra \"x\" (line 1)");
  ASSERT_TRUE(outcome.difference.has_value());
  EXPECT_EQ(outcome.difference->expected, "m 1");
  EXPECT_EQ(outcome.difference->got, "x");
  EXPECT_EQ(outcome.difference->answer_line, 2U);
  EXPECT_EQ(outcome.difference->output_line, 1U);
}

TEST(UnorderedChecker, NamesTheLastOfSeveralEqualElements) {
  const Outcome fewer = run_checker("unordered_tokens", {}, "a a\nb a", "a b a");
  EXPECT_EQ(fewer.message, "missing \"a\" (answer: line 2)");
  EXPECT_TRUE(fewer.difference->got_end);
  EXPECT_FALSE(fewer.difference->expected_end);
  const Outcome more = run_checker("unordered_tokens", {}, "a b", "a\nb\na");
  EXPECT_EQ(more.message, "extra \"a\" (line 3)");
  EXPECT_TRUE(more.difference->expected_end);
}

TEST(UnorderedChecker, TakesManyEqualElements) {
  std::string answer;
  for (int index = 0; index < 20'000; ++index)
    answer += "a\n";
  EXPECT_TRUE(run_checker("unordered_lines", {}, answer, answer + "\n").accepted);
  EXPECT_FALSE(run_checker("unordered_lines", {}, answer, answer + "a").accepted);
}

}  // namespace
}  // namespace arbiter::checkers
