#include "stress/enumeration.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <arbiter/choice_source.hpp>

namespace arbiter::stress {
namespace {

bool never() {
  return false;
}

/// Two generators: words of up to three of two letters, and numbers without an end.
Result<MadeInput> play(std::size_t command, const std::vector<std::string>& /*arguments*/,
                       const ChoiceSequence& choices) {
  ChoiceSource source(choices);
  source.record();
  MadeInput made;
  if (command == 0) {
    const std::int64_t length = source.integer(0, 3);
    for (std::int64_t i = 0; i < length; ++i)
      made.input += static_cast<char>('a' + source.integer(0, 1));
  } else if (command == 1) {
    made.input = std::to_string(source.integer(0, INT64_MAX));
  } else {
    made.fault = "broken";
    return made;
  }
  made.choices = source.recorded();
  return made;
}

std::vector<std::string> inputs_of(Enumeration& enumeration, std::size_t most) {
  std::vector<std::string> inputs;
  while (inputs.size() < most) {
    auto next = enumeration.next(play, never);
    if (!next || !*next) break;
    enumeration.settle((*next)->origin.command, (*next)->input, true);
    inputs.push_back((*next)->input);
  }
  return inputs;
}

DrawCommand named(const std::string& shown) {
  DrawCommand command;
  command.shown = shown;
  return command;
}

TEST(Enumeration, EndsWithAllThatCanBeMade) {
  Enumeration enumeration({{}}, std::nullopt);
  const auto inputs = inputs_of(enumeration, 1000);
  EXPECT_EQ(inputs.size(), 15U);
  EXPECT_EQ(inputs.front(), "");
  const auto reached = enumeration.reached({named("words")});
  ASSERT_EQ(reached.size(), 1U);
  EXPECT_TRUE(reached[0].is_complete);
  EXPECT_EQ(reached[0].inputs, 15);
  EXPECT_EQ(reached[0].bytes, 3);
}

TEST(Enumeration, GoesUpToSoManyChoices) {
  Enumeration enumeration({{}}, 3);
  EXPECT_EQ(inputs_of(enumeration, 1000).size(), 7U);
  const auto reached = enumeration.reached({named("words")});
  ASSERT_EQ(reached.size(), 1U);
  EXPECT_FALSE(reached[0].is_complete);
  EXPECT_EQ(reached[0].choices, 3);
}

TEST(Enumeration, TakesTurnsSoThatNoCommandKeepsTheOthersWaiting) {
  Enumeration enumeration({{}, {}}, std::nullopt);
  const auto inputs = inputs_of(enumeration, 100);
  EXPECT_EQ(inputs.size(), 100U);
  EXPECT_NE(std::ranges::find(inputs, "bbb"), inputs.end());
  EXPECT_NE(std::ranges::find(inputs, "5"), inputs.end());
}

TEST(Enumeration, CountsOnlyWhatWasValid) {
  Enumeration enumeration({{}}, std::nullopt);
  std::size_t made = 0;
  while (auto next = enumeration.next(play, never).value()) {
    enumeration.settle(next->origin.command, next->input, made++ % 2 == 0);
  }
  EXPECT_EQ(enumeration.reached({named("words")})[0].inputs, 8);
}

TEST(Enumeration, ClaimsNothingWhileAnInputIsNotSettled) {
  Enumeration enumeration({{}}, std::nullopt);
  auto first = enumeration.next(play, never).value();
  while (auto next = enumeration.next(play, never).value())
    enumeration.settle(0, next->input, true);
  EXPECT_TRUE(enumeration.reached({named("words")}).empty());
  enumeration.settle(0, first->input, true);
  EXPECT_EQ(enumeration.reached({named("words")}).size(), 1U);
}

TEST(Enumeration, LeavesBrokenGeneratorsAlone) {
  Enumeration enumeration({{}, {}, {}}, 1);
  // The third fails on everything.
  int steps = 0;
  const auto limited = [&] { return ++steps > 2000; };
  while (true) {
    auto next = enumeration.next(
        [](std::size_t command, const auto& arguments, const ChoiceSequence& choices) {
          return play(command == 1 ? 2 : command, arguments, choices);
        },
        limited);
    if (!next || !*next) break;
  }
  EXPECT_LE(steps, 2000);
}

TEST(Enumeration, GivesUpAgainWhatWasTooSlowBefore) {
  const auto inputs_with = [](Enumeration& enumeration, Nanoseconds of_the_fifth) {
    int numbers = 0;
    std::vector<std::string> inputs;
    while (inputs.size() < 30) {
      auto next = enumeration.next(
          [&](std::size_t command, const auto& arguments, const ChoiceSequence& choices) {
            auto made = play(command, arguments, choices);
            if (command == 1 && ++numbers == 5) made->cpu = of_the_fifth;
            return made;
          },
          never);
      if (!next || !*next) break;
      inputs.push_back((*next)->input);
    }
    return inputs;
  };
  Enumeration slow({{}, {}}, std::nullopt);
  const auto inputs = inputs_with(slow, std::chrono::seconds(1));
  EXPECT_EQ(slow.slow(), (model::SlowGenerators{{1, 5}}));
  Enumeration again({{}, {}}, std::nullopt, slow.slow());
  EXPECT_EQ(inputs_with(again, {}), inputs);
  EXPECT_EQ(again.slow(), slow.slow());
  Enumeration faster({{}, {}}, std::nullopt, model::SlowGenerators());
  EXPECT_EQ(inputs_with(faster, std::chrono::seconds(1)).size(), 30U);
  EXPECT_NE(inputs, inputs_with(faster, {}));
}

TEST(Enumeration, StopsWhenItIsOver) {
  Enumeration enumeration({{}}, std::nullopt);
  EXPECT_FALSE(enumeration.next(play, [] { return true; }).value());
}

}  // namespace
}  // namespace arbiter::stress
