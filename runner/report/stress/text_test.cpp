#include "report/stress/text.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "base/text.hpp"
#include "report/stress/samples.hpp"

namespace arbiter::report {
namespace {

std::string text_of(const std::string& name, std::size_t width) {
  return stress_text(stress_sample(name), {false, width});
}

/// Commands are for copying, so never broken.
bool is_command(std::string_view line) {
  return line.starts_with("    ");
}

TEST(StressText, NothingFoundAt80) {
  EXPECT_EQ(text_of("nothing", 80),
            R"(wordduel: wrong.cpp against submissions/accepted/reference.cpp, seed 7
sandbox  root, cgroup v1

nothing found: 123456 inputs in 60 s (2058 per second)
equal to reference.cpp on all inputs of up to 3 choices (5 bytes) of `tiny
  --most 4`, 40 different inputs
repeat this search:
    arbiter stress wordduel wrong.cpp --for 60s --seed 7
)");
}

TEST(StressText, ProvedAt40) {
  EXPECT_EQ(text_of("proved", 40), R"(wordduel: wrong.cpp against
  submissions/accepted/reference.cpp,
  seed 7
sandbox  root, cgroup v1

nothing found: 457353 inputs in 8.2 s
  (55775 per second)
equal to reference.cpp on all
  457353 inputs that `tiny --most 4`
  makes
repeat this search:
    arbiter stress wordduel wrong.cpp --for 60s --seed 7
)");
  auto result = stress_sample("proved");
  result.against = "the reference";
  EXPECT_NE(stress_text(result, {false, 100})
                .find("\nequal to the reference on all 457353 inputs that `tiny --most 4` makes\n"),
            std::string::npos);
}

TEST(StressText, HowManyFailAndWhoDoesNotIsSaid) {
  EXPECT_NE(
      text_of("several", 80)
          .find("\n2 failures found: 321 inputs in 1.5 s (214 per second)\ntried all inputs of "),
      std::string::npos);
  EXPECT_NE(text_of("several", 80).find("\nnothing found in good.cpp\n"), std::string::npos);
}

TEST(StressText, WhoAgreesIsSaid) {
  EXPECT_TRUE(text_of("two", 80).starts_with("stress: 2 submissions against each other, seed 7\n"));
  EXPECT_NE(text_of("majority", 80).find("\nequal to each other on all inputs of up to 3 choices"),
            std::string::npos);
  auto result = stress_sample("nothing");
  result.is_game = true;
  result.against.clear();
  const std::string text = stress_text(result, {false, 80});
  EXPECT_NE(text.find("wordduel: wrong.cpp, judged by the referee, seed 7\n"), std::string::npos);
  EXPECT_NE(text.find("\naccepted by the referee on all inputs"), std::string::npos);
}

TEST(StressText, FaultsAreWarnings) {
  EXPECT_EQ(text_of("faulty", 80),
            R"(wordduel: wrong.cpp against submissions/accepted/reference.cpp, seed 7
sandbox  none: programs run without isolation

nothing found: 0 inputs
17 generated inputs left out: invalid
warning: the generator tiny: ended with exit status 1 (3 times)
    tiny --most 3 --seed 1
warning: the input validator strict.cpp: two runs do not agree
interrupted: not everything was judged
repeat this search:
    arbiter stress wordduel wrong.cpp --for 60s --seed 7
)");
}

TEST(StressText, OfLargeTextsThePlaceThatMatters) {
  const std::string text = text_of("large", 80);
  EXPECT_NE(text.find("  | line 16\n  … 76 lines more\n  | line 93\n"), std::string::npos);
  EXPECT_NE(text.find("  | 2401           | 2401\n  | 2500           | 2501\n"), std::string::npos);
  EXPECT_NE(text.find("                   … 1234 bytes more\n  differs at line 50, column 1\n"),
            std::string::npos);
}

TEST(StressText, WhatMayStillShrinkIsSaid) {
  auto result = stress_sample("found");
  model::StressFailure& failure = result.failures[0];
  failure.original_bytes = failure.shrunk_bytes;
  EXPECT_NE(
      stress_text(result, {false, 120}).find("(found with 31 choices, now 4, 43 attempts in "),
      std::string::npos);
  failure.shrunk_choices = failure.original_choices;
  EXPECT_NE(stress_text(result, {false, 120}).find("(as found, 43 attempts in 200 ms)\n"),
            std::string::npos);
  failure.shrink_attempts = 0;
  failure.is_shrunk_out = false;
  EXPECT_NE(stress_text(result, {false, 120})
                .find("wrong.cpp: WA on an input of 9 bytes\n"
                      "  the time for shrinking ended; a smaller one may exist\n"),
            std::string::npos);
}

TEST(StressText, InputsAreToldApartByTheirEnd) {
  auto result = stress_sample("found");
  result.failures[0].input = "1 2";
  EXPECT_NE(
      stress_text(result, {false, 80}).find("  input, without a newline at its end\n  | 1 2\n"),
      std::string::npos);
  result.failures[0].input.clear();
  EXPECT_NE(stress_text(result, {false, 80}).find("  input: empty\n"), std::string::npos);
}

TEST(StressText, ManyFailuresAreCut) {
  auto result = stress_sample("found");
  result.failures.resize(25, result.failures[0]);
  const std::string text = stress_text(result, {false, 80});
  EXPECT_NE(text.find("\n… and 5 more; --format json has them all\n"), std::string::npos);
  EXPECT_NE(text.find("\n25 failures found: "), std::string::npos);
}

TEST(StressText, EveryLineFits) {
  for (const StressSample& one : stress_samples()) {
    for (const std::size_t width : {20U, 40U, 60U, 80U, 120U, 300U}) {
      const std::string text = stress_text(one.result, {false, width});
      for (const std::string_view line : split_lines(text)) {
        EXPECT_TRUE(display_width(line) <= width || is_command(line))
            << one.name << " at " << width << ": " << line;
        EXPECT_TRUE(line.empty() || line.back() != ' ')
            << one.name << " at " << width << ": " << line;
      }
    }
  }
}

TEST(StressText, ColoursChangeNothingElse) {
  for (const StressSample& one : stress_samples()) {
    const std::string colored = stress_text(one.result, {true, 80});
    EXPECT_EQ(std::regex_replace(colored, std::regex("\x1b\\[[0-9;]*m"), ""),
              stress_text(one.result, {false, 80}));
    EXPECT_NE(colored.find("\x1b["), std::string::npos);
  }
}

TEST(StressText, NothingFromOutsideReachesTheTerminalRaw) {
  for (const std::size_t width : {20U, 40U, 80U, 300U}) {
    const std::string text = text_of("hostile", width);
    EXPECT_TRUE(is_utf8(text));
    EXPECT_LT(text.size(), 40000U);
    EXPECT_EQ(text.find("\xE2\x80\xAE"), std::string::npos);
    for (const char c : text)
      ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n') << static_cast<int>(c);
  }
}

}  // namespace
}  // namespace arbiter::report
