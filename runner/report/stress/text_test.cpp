#include <gmock/gmock.h>

#include <string>

#include "report/samples.hpp"
#include "report/stress/formats.hpp"
#include "report/text/text_test_kit.hpp"

namespace arbiter::report {
namespace {

using testing::HasSubstr;

std::string text_of(const std::string& name, std::size_t width) {
  return stress_text(stress_sample(name), {false, width});
}

TEST(StressText, NothingFoundAt80) {
  expect_golden("stress_nothing_80.txt", text_of("nothing", 80));
}

TEST(StressText, ExhaustedAt40) {
  expect_golden("stress_exhausted_40.txt", text_of("exhausted", 40));
  auto result = stress_sample("exhausted");
  result.against = "the reference";
  EXPECT_THAT(
      stress_text(result, {false, 100}),
      HasSubstr("\nequal to the reference on all 457353 inputs that `tiny --most 4` makes\n"));
}

TEST(StressText, HowManyFailAndWhoDoesNotIsSaid) {
  EXPECT_THAT(
      text_of("several", 80),
      HasSubstr("\n2 failures found: 321 inputs in 1.5 s (214 per second)\ntried all inputs of "));
  EXPECT_THAT(text_of("several", 80), HasSubstr("\nnothing found in good.cpp\n"));
}

TEST(StressText, WhoAgreesIsSaid) {
  EXPECT_TRUE(text_of("two", 80).starts_with("stress: 2 submissions against each other, seed 7\n"));
  EXPECT_THAT(text_of("majority", 80),
              HasSubstr("\nequal to each other on all inputs of up to 3 choices"));
  auto result = stress_sample("nothing");
  result.is_game = true;
  result.against.clear();
  const std::string text = stress_text(result, {false, 80});
  EXPECT_THAT(text, HasSubstr("wordduel: wrong.cpp, judged by the referee, seed 7\n"));
  EXPECT_THAT(text, HasSubstr("\naccepted by the referee on all inputs"));
}

TEST(StressText, FaultsAreWarnings) {
  expect_golden("stress_faulty_80.txt", text_of("faulty", 80));
}

TEST(StressText, OfLargeTextsThePlaceThatMatters) {
  const std::string text = text_of("large", 80);
  EXPECT_THAT(text, HasSubstr("  | line 16\n  … 76 lines more\n  | line 93\n"));
  EXPECT_THAT(text, HasSubstr("  | 2401           | 2401\n  | 2500           | 2501\n"));
  EXPECT_THAT(text,
              HasSubstr("                   … 1234 bytes more\n  differs at line 50, column 1\n"));
}

TEST(StressText, WhatMayStillShrinkIsSaid) {
  auto result = stress_sample("found");
  model::StressFailure& failure = result.failures[0];
  failure.original_bytes = failure.shrunk_bytes;
  EXPECT_THAT(stress_text(result, {false, 120}),
              HasSubstr("(found with 31 choices, now 4, 43 attempts in "));
  failure.shrunk_choices = failure.original_choices;
  EXPECT_THAT(stress_text(result, {false, 120}), HasSubstr("(as found, 43 attempts in 200 ms)\n"));
  failure.shrink_attempts = 0;
  failure.is_shrunk_out = false;
  EXPECT_THAT(stress_text(result, {false, 120}),
              HasSubstr("wrong.cpp: WA on an input of 9 bytes\n"
                        "  the time for shrinking ended; a smaller one may exist\n"));
}

TEST(StressText, InputsAreToldApartByTheirEnd) {
  auto result = stress_sample("found");
  result.failures[0].input = "1 2";
  EXPECT_THAT(stress_text(result, {false, 80}),
              HasSubstr("  input, without a newline at its end\n  | 1 2\n"));
  result.failures[0].input.clear();
  EXPECT_THAT(stress_text(result, {false, 80}), HasSubstr("  input: empty\n"));
}

TEST(StressText, ManyFailuresAreCut) {
  auto result = stress_sample("found");
  result.failures.resize(25, result.failures[0]);
  const std::string text = stress_text(result, {false, 80});
  EXPECT_THAT(text, HasSubstr("\n… and 5 more; --format json has them all\n"));
  EXPECT_THAT(text, HasSubstr("\n25 failures found: "));
}

TEST(StressText, IsAGoodTextOfEverySample) {
  for (const auto& one : stress_samples()) {
    // Commands are for copying, so never broken.
    expect_good_text(
        "stress " + one.name, [&](const Style& style) { return stress_text(one.value, style); },
        [](std::string_view line) { return line.starts_with("    "); });
  }
}

TEST(StressText, LongForeignTextIsCut) {
  for (const std::size_t width : {20U, 300U})
    EXPECT_LT(text_of("hostile", width).size(), 40000U);
}

/// What stands between the heading and the summary.
std::string failures_of(const model::StressResult& result, std::size_t width) {
  const std::string text = stress_text(result, {false, width});
  const std::size_t begin = text.find("\n\n") + 2;
  return text.substr(begin, text.rfind("\n\n") + 1 - begin);
}

TEST(StressFailureText, SeveralAt40) {
  expect_golden("failures_of_several_40.txt", failures_of(stress_sample("several"), 40));
}

TEST(StressFailureText, TwoOnlyDiffer) {
  expect_golden("failures_of_two_80.txt", failures_of(stress_sample("two"), 80));
  for (const std::size_t width : {20U, 40U, 80U}) {
    const std::string text = stress_text(stress_sample("two"), {false, width});
    for (const std::string_view word :
         {"WA", "AC", "expected", "right", "wrong", "answer", "correct"})
      EXPECT_EQ(text.find(word), std::string::npos) << word << "\n" << text;
  }
}

TEST(StressFailureText, TwoThatDifferInLongLines) {
  auto result = stress_sample("two");
  model::StressFailure& failure = result.failures[0];
  const std::string same(100, 'x');
  failure.message.clear();
  failure.expected = same + "A\n";
  failure.got = same + "B\n";
  failure.first_difference = FirstDifference{1, 1, 1, 1, same + "A", same + "B", false, false};
  EXPECT_THAT(failures_of(result, 40), HasSubstr(R"(
  | xxxxxxxxxxxxxxxxxxxxxxxxxxxxA
  second: b.cpp
  | xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
  | xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
  | xxxxxxxxxxxxxxxxxxxxxxxxxxxxB
  differs at line 1, column 1
  first     …xxxxxxxxxA
  second    …xxxxxxxxxB
                      ^
)"));
}

TEST(StressFailureText, ACrashOfOneOfTwoIsACrash) {
  auto result = stress_sample("two");
  model::StressFailure& failure = result.failures[0];
  failure.verdict = failure.outcomes[1].verdict = model::Verdict::rte;
  failure.message = "died of signal 11";
  failure.first_difference.reset();
  failure.got.clear();
  const std::string text = failures_of(result, 80);
  EXPECT_TRUE(text.starts_with("b.cpp: RTE on an input of 9 bytes (found with 120 bytes"));
  EXPECT_THAT(text, HasSubstr(R"(
  first: a.cpp    second: b.cpp
  | yes           (nothing)
  | 4
  died of signal 11
  a.cpp  ran
  b.cpp  R RTE
)"));
}

TEST(StressFailureText, GamesHaveNoAnswer) {
  EXPECT_THAT(failures_of(stress_sample("game"), 80),
              HasSubstr("  output\n  | 1\n  | 2\n  | 7\n  the move 7 is not allowed\n  repeat:"));
}

}  // namespace
}  // namespace arbiter::report
