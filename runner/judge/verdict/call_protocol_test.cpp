#include "judge/verdict/call_protocol.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace arbiter::judge {
namespace {

using model::CallProtocol;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(CallProtocol, EveryProtocolHasItsOwnOrder) {
  using enum CallArgument;
  EXPECT_THAT(rules_of(CallProtocol::kattis, ProgramRole::checker).arguments,
              ElementsAre(input, answer, feedback));
  EXPECT_EQ(rules_of(CallProtocol::kattis, ProgramRole::checker).standard_input, output);
  EXPECT_THAT(rules_of(CallProtocol::kattis, ProgramRole::interactor).arguments,
              ElementsAre(input, answer, feedback));
  EXPECT_THAT(rules_of(CallProtocol::testlib, ProgramRole::checker).arguments,
              ElementsAre(input, output, answer, report));
  EXPECT_EQ(rules_of(CallProtocol::testlib, ProgramRole::checker).standard_input, std::nullopt);
  EXPECT_THAT(rules_of(CallProtocol::testlib, ProgramRole::interactor).arguments,
              ElementsAre(input, log, answer, report));
}

TEST(CallProtocol, ValidatorsReadTheInputAndGeneratorsNothing) {
  for (const CallRules& rules : call_rules()) {
    if (rules.role == ProgramRole::input_validator) {
      EXPECT_EQ(rules.standard_input, CallArgument::input);
      EXPECT_THAT(rules.arguments, IsEmpty());
    }
    if (rules.role == ProgramRole::generator) {
      EXPECT_EQ(rules.standard_input, std::nullopt);
      EXPECT_THAT(rules.arguments, IsEmpty());
    }
  }
}

struct StatusCase {
  CallProtocol protocol;
  ProgramRole role;
  int status;
  StatusMeaning meaning;
};

std::ostream& operator<<(std::ostream& to, const StatusCase& one) {
  return to << static_cast<int>(one.protocol) << '/' << static_cast<int>(one.role) << '/'
            << one.status;
}

class ExitStatus : public ::testing::TestWithParam<StatusCase> {};

TEST_P(ExitStatus, MeansWhatItsProtocolSays) {
  const StatusCase& one = GetParam();
  EXPECT_EQ(meaning_of(one.protocol, one.role, one.status), one.meaning);
}

using enum StatusMeaning;
constexpr auto k_kattis = CallProtocol::kattis;
constexpr auto k_testlib = CallProtocol::testlib;
constexpr auto k_grammar = CallProtocol::checktestdata;

INSTANTIATE_TEST_SUITE_P(
    Kattis, ExitStatus,
    ::testing::Values(StatusCase{k_kattis, ProgramRole::checker, 42, accepted},
                      StatusCase{k_kattis, ProgramRole::checker, 43, rejected},
                      StatusCase{k_kattis, ProgramRole::checker, 0, fault},
                      StatusCase{k_kattis, ProgramRole::checker, 1, fault},
                      StatusCase{k_kattis, ProgramRole::interactor, 42, accepted},
                      StatusCase{k_kattis, ProgramRole::interactor, 43, rejected},
                      StatusCase{k_kattis, ProgramRole::interactor, 3, fault},
                      StatusCase{k_kattis, ProgramRole::input_validator, 42, accepted},
                      StatusCase{k_kattis, ProgramRole::input_validator, 43, rejected},
                      StatusCase{k_kattis, ProgramRole::input_validator, 0, rejected},
                      StatusCase{k_kattis, ProgramRole::generator, 0, accepted},
                      StatusCase{k_kattis, ProgramRole::generator, 42, fault}));

INSTANTIATE_TEST_SUITE_P(
    Testlib, ExitStatus,
    ::testing::Values(StatusCase{k_testlib, ProgramRole::checker, 0, accepted},
                      StatusCase{k_testlib, ProgramRole::checker, 1, rejected},
                      StatusCase{k_testlib, ProgramRole::checker, 2, rejected},
                      StatusCase{k_testlib, ProgramRole::checker, 3, fault},
                      StatusCase{k_testlib, ProgramRole::checker, 4, rejected},
                      StatusCase{k_testlib, ProgramRole::checker, 5, fault},
                      StatusCase{k_testlib, ProgramRole::checker, 6, fault},
                      StatusCase{k_testlib, ProgramRole::checker, 7, points},
                      StatusCase{k_testlib, ProgramRole::checker, 8, rejected},
                      StatusCase{k_testlib, ProgramRole::checker, 9, fault},
                      StatusCase{k_testlib, ProgramRole::checker, 15, fault},
                      StatusCase{k_testlib, ProgramRole::checker, 16, partial},
                      StatusCase{k_testlib, ProgramRole::checker, 255, partial},
                      StatusCase{k_testlib, ProgramRole::interactor, 0, accepted},
                      StatusCase{k_testlib, ProgramRole::interactor, 2, rejected},
                      StatusCase{k_testlib, ProgramRole::interactor, 3, fault},
                      StatusCase{k_testlib, ProgramRole::interactor, 8, rejected},
                      StatusCase{k_testlib, ProgramRole::input_validator, 0, accepted},
                      StatusCase{k_testlib, ProgramRole::input_validator, 3, rejected},
                      StatusCase{k_testlib, ProgramRole::input_validator, 42, rejected},
                      StatusCase{k_testlib, ProgramRole::generator, 0, accepted},
                      StatusCase{k_testlib, ProgramRole::generator, 3, fault}));

INSTANTIATE_TEST_SUITE_P(
    Checktestdata, ExitStatus,
    ::testing::Values(StatusCase{k_grammar, ProgramRole::input_validator, 0, accepted},
                      StatusCase{k_grammar, ProgramRole::input_validator, 1, rejected},
                      StatusCase{k_grammar, ProgramRole::input_validator, 2, fault},
                      StatusCase{k_grammar, ProgramRole::input_validator, 42, fault}));

TEST(CallProtocol, SaysWhatIsWrongWithAStatus) {
  EXPECT_EQ(words_of_fault(k_kattis, ProgramRole::checker, 0),
            "ended with status 0, which is neither 42 nor 43");
  EXPECT_EQ(words_of_fault(k_testlib, ProgramRole::checker, 3), "ended with status 3 (FAIL)");
  EXPECT_EQ(words_of_fault(k_testlib, ProgramRole::checker, 5),
            "ended with status 5, which means nothing in testlib");
  EXPECT_EQ(words_of_fault(k_grammar, ProgramRole::input_validator, 2),
            "ended with status 2, which is neither 0 nor 1");
}

TEST(CallProtocol, FindsTheScoreInTheMessageOrTheStatus) {
  EXPECT_EQ(testlib_score(points, 7, "points 12.5 half of it"), 12.5);
  EXPECT_EQ(testlib_score(points, 7, "12.5"), 12.5);
  EXPECT_EQ(testlib_score(points, 7, "-3 below"), -3);
  EXPECT_EQ(testlib_score(points, 7, "points"), std::nullopt);
  EXPECT_EQ(testlib_score(points, 7, "points 5x"), std::nullopt);
  EXPECT_EQ(testlib_score(points, 7, "points inf"), std::nullopt);
  EXPECT_EQ(testlib_score(points, 7, ""), std::nullopt);
  EXPECT_EQ(testlib_score(partial, 50, "half of it"), 50);
  EXPECT_EQ(testlib_score(accepted, 0, "ok 5"), std::nullopt);
}

struct OutcomeCase {
  CallProtocol protocol;
  int status;
  std::string message;
  model::CheckerPoints points;
  std::optional<CheckOutcome::Kind> kind;
  std::string said;
  std::optional<double> score = std::nullopt;
  std::optional<double> multiplier = std::nullopt;
};

TEST(CallProtocol, MakesOutcomesOfStatuses) {
  using Kind = CheckOutcome::Kind;
  constexpr auto k_none = model::CheckerPoints::none;
  constexpr auto k_points = model::CheckerPoints::points;
  constexpr auto k_percent = model::CheckerPoints::percent;
  const std::vector<OutcomeCase> cases = {
      {k_kattis, 42, "", k_none, Kind::accepted, ""},
      {k_kattis, 43, "no", k_none, Kind::rejected, "no"},
      {k_kattis, 0, "", k_none, std::nullopt, ""},
      {k_testlib, 0, "fine", k_points, Kind::accepted, "fine"},
      {k_testlib, 2, "", k_none, Kind::rejected, "wrong output format"},
      {k_testlib, 3, "no", k_none, std::nullopt, ""},
      {k_testlib, 7, "10 all", k_none, Kind::rejected, "points: 10 all"},
      {k_testlib, 7, "10 all", k_points, Kind::accepted, "points: 10 all", 10},
      {k_testlib, 7, "10 all", k_percent, Kind::accepted, "points: 10 all", std::nullopt, 0.1},
      {k_testlib, 7, "101", k_percent, Kind::fault, "the checker gave 101 % of the test's points"},
      {k_testlib, 7, "none", k_none, Kind::rejected, "points: none"},
      {k_testlib, 7, "0 none", k_points, Kind::rejected, "points: 0 none"},
      {k_testlib, 7, "none", k_points, Kind::fault,
       "status 7 (points), but no number of them: none"},
      {k_testlib, 30, "a part", k_none, Kind::rejected, "partially correct: a part"},
      {k_testlib, 30, "a part", k_points, Kind::accepted, "partially correct: a part", 30}};
  for (const OutcomeCase& one : cases) {
    SCOPED_TRACE(one.status);
    const auto outcome = outcome_of_status(
        {one.protocol, ProgramRole::checker, one.status, one.message}, one.points);
    ASSERT_EQ(outcome.has_value(), one.kind.has_value());
    if (!outcome) continue;
    EXPECT_EQ(outcome->kind, *one.kind);
    EXPECT_EQ(outcome->message, one.said);
    EXPECT_EQ(outcome->score, one.score);
    EXPECT_EQ(outcome->score_multiplier, one.multiplier);
  }
}

}  // namespace
}  // namespace arbiter::judge
