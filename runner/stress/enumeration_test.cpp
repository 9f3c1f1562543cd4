#include "stress/enumeration.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <arbiter/choice_source.hpp>
#include <functional>
#include <set>
#include <string>

namespace arbiter::stress {
namespace {

using Draw = std::function<std::string(ChoiceSource&)>;

struct Walked {
  std::vector<std::string> inputs;
  bool was_cut = false;
};

/// All that a walk lets the generator make, in order.
Walked walk(const Draw& draw, WalkBounds bounds) {
  Walked walked;
  ChoiceWalk walk(bounds);
  for (int steps = 0; walk.next() && steps < 100'000; ++steps) {
    ChoiceSource source(*walk.next());
    source.record();
    const std::string input = draw(source);
    if (walk.take(source.recorded())) walked.inputs.push_back(input);
  }
  walked.was_cut = walk.was_cut();
  return walked;
}

std::string word(ChoiceSource& source) {
  std::string text;
  const std::int64_t length = source.integer(0, 3);
  for (std::int64_t i = 0; i < length; ++i)
    text += static_cast<char>('a' + source.integer(0, 1));
  return text;
}

TEST(ChoiceWalk, MakesEverythingOnce) {
  const Walked all = walk(word, {10, INT64_MAX});
  EXPECT_FALSE(all.was_cut);
  EXPECT_EQ(all.inputs.size(), 1U + 2 + 4 + 8);
  EXPECT_EQ(std::set<std::string>(all.inputs.begin(), all.inputs.end()).size(), all.inputs.size());
  EXPECT_EQ(all.inputs.front(), "");
}

TEST(ChoiceWalk, KeepsToItsBounds) {
  const Walked few = walk(word, {3, INT64_MAX});
  EXPECT_TRUE(few.was_cut);
  EXPECT_EQ(few.inputs.size(), 1U + 2 + 4);
  const Walked small = walk(word, {10, 2});
  EXPECT_TRUE(small.was_cut);
  EXPECT_EQ(small.inputs, (std::vector<std::string>{"", "a", "b"}));
}

TEST(ChoiceWalk, KnowsAGeneratorThatChoosesNothing) {
  const Walked one = walk([](ChoiceSource&) { return "fixed"; }, {1, 2});
  EXPECT_EQ(one.inputs, std::vector<std::string>{"fixed"});
  EXPECT_FALSE(one.was_cut);
}

TEST(ChoiceWalk, EndsWithAGeneratorThatDoesNotPlayBack) {
  ChoiceWalk walk({5, INT64_MAX});
  int steps = 0;
  std::int64_t value = 0;
  while (walk.next() && steps < 1000) {
    ++steps;
    ChoiceSequence recorded = {{ChoiceEvent::Kind::choice, {value++ % 3, 0, 2}, {}}};
    walk.take(recorded);
  }
  EXPECT_LT(steps, 1000);
}

TEST(ChoiceWalk, GoesOnBehindWhatIsRefused) {
  ChoiceWalk walk({5, INT64_MAX});
  walk.take({{ChoiceEvent::Kind::choice, {0, 0, 2}, {}}});
  ASSERT_TRUE(walk.next());
  walk.refuse();
  ASSERT_TRUE(walk.next());
  EXPECT_EQ((*walk.next())[0].choice.value, 2);
  walk.refuse();
  EXPECT_FALSE(walk.next());
  EXPECT_TRUE(walk.was_cut());
}

TEST(ValueAt, GoesOutwardsFromTheSimplest) {
  const auto values = [](std::int64_t least, std::int64_t most) {
    std::vector<std::int64_t> all;
    for (std::int64_t i = 0; i < count_of_values(least, most); ++i)
      all.push_back(value_at(least, most, static_cast<std::uint64_t>(i)));
    return all;
  };
  EXPECT_EQ(values(0, 3), (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(values(-1, 3), (std::vector<std::int64_t>{0, 1, -1, 2, 3}));
  EXPECT_EQ(values(-3, 1), (std::vector<std::int64_t>{0, 1, -1, -2, -3}));
  EXPECT_EQ(values(-5, -3), (std::vector<std::int64_t>{-3, -4, -5}));
  EXPECT_EQ(count_of_values(INT64_MIN, INT64_MAX), INT64_MAX);
  EXPECT_EQ(value_at(INT64_MIN, INT64_MAX, 2), -1);
  EXPECT_EQ(value_at(0, INT64_MAX, INT64_MAX), INT64_MAX);
}

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

/// Commands without ranges.
std::vector<Variants> commands(std::size_t count) {
  return {count, Variants{{{}}}};
}

std::vector<std::string> inputs_of(Enumeration& enumeration, std::size_t most) {
  std::vector<std::string> inputs;
  while (inputs.size() < most) {
    auto next = enumeration.next(play, never);
    if (!next || !*next) break;
    enumeration.settle((*next)->input, true);
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
  Enumeration enumeration(commands(1), std::nullopt);
  const auto inputs = inputs_of(enumeration, 1000);
  EXPECT_EQ(inputs.size(), 15U);
  EXPECT_EQ(inputs.front(), "");
  const auto reached = enumeration.reached({named("words")});
  ASSERT_EQ(reached.size(), 1U);
  EXPECT_TRUE(reached[0].is_complete);
  EXPECT_EQ(reached[0].inputs, 15);
  EXPECT_EQ(reached[0].largest, "bbb");
  EXPECT_EQ(reached[0].values.characters, "ab");
}

TEST(Enumeration, GoesUpToSoManyChoices) {
  Enumeration enumeration(commands(1), 3);
  EXPECT_EQ(inputs_of(enumeration, 1000).size(), 7U);
  const auto reached = enumeration.reached({named("words")});
  ASSERT_EQ(reached.size(), 1U);
  EXPECT_FALSE(reached[0].is_complete);
  EXPECT_EQ(reached[0].choices, 3);
}

TEST(Enumeration, OfAProofDoesNotStayWhereNothingFits) {
  const Enumeration::Play pair = [](std::size_t, const auto&, const ChoiceSequence& choices) {
    ChoiceSource source(choices);
    source.record();
    MadeInput made;
    for (int i = 0; i < 2; ++i)
      made.input += std::to_string(source.integer(0, INT64_MAX));
    made.choices = source.recorded();
    return made;
  };
  Enumeration enumeration(commands(1), 3);
  const auto first = enumeration.next(pair, [plays = 0]() mutable { return ++plays > 9; });
  EXPECT_EQ(first.value().value().input, "00");
}

/// Words of just so many letters as the argument says.
Result<MadeInput> play_argument(std::size_t /*command*/, const std::vector<std::string>& arguments,
                                const ChoiceSequence& choices) {
  ChoiceSource source(choices);
  source.record();
  MadeInput made;
  for (int i = 0; i < std::stoi(arguments.at(0)); ++i)
    made.input += static_cast<char>('a' + source.integer(0, 1));
  made.choices = source.recorded();
  return made;
}

/// What is claimed of a command with these variants once nothing else comes.
std::vector<model::StressExhausted> claims(const Variants& variants,
                                           std::optional<std::size_t> most_choices) {
  Enumeration enumeration({variants}, most_choices);
  while (const auto next = enumeration.next(play_argument, never).value())
    enumeration.settle(next->input, true);
  return enumeration.reached({named("words n=0..3")});
}

TEST(Enumeration, ClaimsARangeOnlyWithAllOfItsNumbers) {
  const auto all = claims({{{"0"}, {"1"}, {"2"}, {"3"}}}, std::nullopt);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_TRUE(all[0].is_complete);
  EXPECT_EQ(all[0].inputs, 1 + 2 + 4 + 8);
  const auto first = claims({{{"0"}, {"1"}, {"2"}, {"3"}}}, 2);
  ASSERT_EQ(first.size(), 1U);
  EXPECT_FALSE(first[0].is_complete);
  EXPECT_EQ(first[0].choices, 2);
  EXPECT_EQ(first[0].inputs, 1 + 2 + 4);
  EXPECT_TRUE(claims({{{"0"}, {"1"}}, false}, std::nullopt).empty());
}

TEST(Enumeration, CountsWhatACutOffRoundMadeForNothing) {
  Enumeration enumeration(commands(1), 5);
  EXPECT_EQ(inputs_of(enumeration, 5).size(), 5U);
  const auto reached = enumeration.reached({named("words")});
  ASSERT_EQ(reached.size(), 1U);
  EXPECT_EQ(reached[0].choices, 2);
  EXPECT_EQ(reached[0].inputs, 1 + 2);
  EXPECT_EQ(reached[0].largest, "b");
}

TEST(Enumeration, TakesTurnsSoThatNoCommandKeepsTheOthersWaiting) {
  Enumeration enumeration(commands(2), std::nullopt);
  const auto inputs = inputs_of(enumeration, 100);
  EXPECT_EQ(inputs.size(), 100U);
  EXPECT_NE(std::ranges::find(inputs, "bbb"), inputs.end());
  EXPECT_NE(std::ranges::find(inputs, "5"), inputs.end());
}

TEST(Enumeration, CountsOnlyWhatWasValid) {
  Enumeration enumeration(commands(1), std::nullopt);
  std::size_t made = 0;
  while (auto next = enumeration.next(play, never).value()) {
    enumeration.settle(next->input, made++ % 2 == 0);
  }
  EXPECT_EQ(enumeration.reached({named("words")})[0].inputs, 8);
}

TEST(Enumeration, ClaimsNothingWhileAnInputIsNotSettled) {
  Enumeration enumeration(commands(1), std::nullopt);
  auto first = enumeration.next(play, never).value();
  while (auto next = enumeration.next(play, never).value())
    enumeration.settle(next->input, true);
  EXPECT_TRUE(enumeration.reached({named("words")}).empty());
  enumeration.settle(first->input, true);
  EXPECT_EQ(enumeration.reached({named("words")}).size(), 1U);
}

TEST(Enumeration, LeavesBrokenGeneratorsAlone) {
  Enumeration enumeration(commands(3), 1);
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
  Enumeration slow(commands(2), std::nullopt);
  const auto inputs = inputs_with(slow, std::chrono::seconds(1));
  EXPECT_EQ(slow.slow(), (model::SlowGenerators{{1, 5}}));
  Enumeration again(commands(2), std::nullopt, slow.slow());
  EXPECT_EQ(inputs_with(again, {}), inputs);
  EXPECT_EQ(again.slow(), slow.slow());
  Enumeration faster(commands(2), std::nullopt, model::SlowGenerators());
  EXPECT_EQ(inputs_with(faster, std::chrono::seconds(1)).size(), 30U);
  EXPECT_NE(inputs, inputs_with(faster, {}));
}

TEST(Enumeration, StopsWhenItIsOver) {
  Enumeration enumeration(commands(1), std::nullopt);
  EXPECT_FALSE(enumeration.next(play, [] { return true; }).value());
}

}  // namespace

}  // namespace arbiter::stress
