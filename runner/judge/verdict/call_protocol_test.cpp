#include "judge/verdict/call_protocol.hpp"

#include <gmock/gmock.h>

#include <optional>
#include <string>
#include <vector>

namespace arbiter::judge {
namespace {

using model::CallProtocol;
using ::testing::ElementsAre;

using enum ProgramRole;
using enum StatusMeaning;
constexpr auto k_kattis = CallProtocol::kattis;
constexpr auto k_testlib = CallProtocol::testlib;
constexpr auto k_grammar = CallProtocol::checktestdata;

TEST(CallProtocol, EveryProtocolHasItsOwnOrder) {
  using enum CallArgument;
  EXPECT_THAT(arguments_of(k_kattis, checker), ElementsAre(input, answer, feedback));
  EXPECT_THAT(arguments_of(k_kattis, interactor), ElementsAre(input, answer, feedback));
  EXPECT_THAT(arguments_of(k_testlib, checker), ElementsAre(input, output, answer, report));
  EXPECT_THAT(arguments_of(k_testlib, interactor), ElementsAre(input, log, answer, report));
}

TEST(CallProtocol, GivesEachExitStatusItsMeaning) {
  struct Case {
    CallProtocol protocol;
    ProgramRole role;
    StatusMeaning meaning;
    std::vector<int> statuses;
  };
  const std::vector<Case> cases = {
      {k_kattis, checker, accepted, {42}},
      {k_kattis, checker, rejected, {43}},
      {k_kattis, checker, fault, {0, 1}},
      {k_kattis, interactor, accepted, {42}},
      {k_kattis, interactor, rejected, {43}},
      {k_kattis, interactor, fault, {3}},
      {k_kattis, input_validator, accepted, {42}},
      {k_kattis, input_validator, rejected, {0, 43}},
      {k_testlib, checker, accepted, {0}},
      {k_testlib, checker, rejected, {1, 2, 4, 8}},
      {k_testlib, checker, fault, {3, 5, 6, 9, 15}},
      {k_testlib, checker, points, {7}},
      {k_testlib, checker, partial, {16, 255}},
      {k_testlib, interactor, accepted, {0}},
      {k_testlib, interactor, rejected, {2, 8}},
      {k_testlib, interactor, fault, {3}},
      {k_testlib, input_validator, accepted, {0}},
      {k_testlib, input_validator, rejected, {3, 42}},
      {k_grammar, input_validator, accepted, {0}},
      {k_grammar, input_validator, rejected, {1}},
      {k_grammar, input_validator, fault, {2, 42}},
  };
  for (const Case& c : cases) {
    for (const int status : c.statuses)
      EXPECT_EQ(meaning_of(c.protocol, c.role, status), c.meaning)
          << static_cast<int>(c.protocol) << ' ' << static_cast<int>(c.role) << ' ' << status;
  }
}

TEST(CallProtocol, SaysWhatIsWrongWithAStatus) {
  EXPECT_EQ(words_of_fault(k_kattis, checker, 0),
            "ended with status 0, which is neither 42 nor 43");
  EXPECT_EQ(words_of_fault(k_testlib, checker, 3), "ended with status 3 (FAIL)");
  EXPECT_EQ(words_of_fault(k_testlib, checker, 5),
            "ended with status 5, which means nothing in testlib");
  EXPECT_EQ(words_of_fault(k_grammar, input_validator, 2),
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
    const auto outcome =
        outcome_of_status({one.protocol, checker, one.status, one.message}, one.points);
    ASSERT_EQ(outcome.has_value(), one.kind.has_value());
    if (!outcome) continue;
    EXPECT_EQ(outcome->kind, *one.kind);
    EXPECT_EQ(outcome->message, one.said);
    EXPECT_EQ(outcome->score, one.score);
    EXPECT_EQ(outcome->score_multiplier, one.multiplier);
  }
}

TEST(CallProtocol, ReadsWhatAProgramOfCmsPrints) {
  using Kind = CheckOutcome::Kind;
  EXPECT_THAT(arguments_of(CallProtocol::cms, checker),
              ElementsAre(CallArgument::input, CallArgument::answer, CallArgument::output));
  const auto outcome = [](const std::string& printed, const std::string& message) {
    return outcome_of_status({CallProtocol::cms, checker, 0, message, printed},
                             model::CheckerPoints::percent)
        .value();
  };
  EXPECT_EQ(outcome("1.0\n", "translate:success").kind, Kind::accepted);
  EXPECT_EQ(outcome("1.0\n", "translate:success").message, "the output is correct");
  EXPECT_EQ(outcome("1", "").score_multiplier, std::nullopt);
  EXPECT_EQ(outcome(" 0.25 \nmore", "nearly").score_multiplier, 0.25);
  EXPECT_EQ(outcome("0", "no").kind, Kind::rejected);
  for (const char* printed : {"", "yes", "1.5", "-0.1", "nan", "inf", "0.5x"})
    EXPECT_EQ(outcome(printed, "").kind, Kind::fault) << printed;
}

}  // namespace
}  // namespace arbiter::judge
