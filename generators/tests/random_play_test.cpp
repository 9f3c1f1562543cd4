#include "arbiter/random_play.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace arbiter {
namespace {

// For small draws: what comes of every sequence of choices there is.

std::vector<Choice> choices_of(const ChoiceSequence& sequence) {
  std::vector<Choice> choices;
  for (const ChoiceEvent& event : sequence) {
    if (event.kind == ChoiceEvent::Kind::choice) choices.push_back(event.choice);
  }
  return choices;
}

ChoiceSequence sequence_of(const std::vector<Choice>& choices) {
  ChoiceSequence sequence;
  for (const Choice& choice : choices)
    sequence.push_back({ChoiceEvent::Kind::choice, choice, {}});
  return sequence;
}

template <class Object>
struct Played {
  Object object;
  std::vector<Choice> choices;
};

/// What `draw(source)` makes of the choices, and those that it made.
template <class Draw>
auto play(Draw draw, const std::vector<Choice>& choices) {
  ChoiceSource source(sequence_of(choices));
  source.record();
  auto object = draw(source);
  return Played<decltype(object)>{std::move(object), choices_of(source.recorded())};
}

/// Calls `take(played)` once for each sequence of choices that `draw(source)` can make. The bounds
/// of all of them must not be negative.
template <class Draw, class Take>
void for_each_sequence(Draw draw, Take take) {
  std::vector<Choice> begin;
  while (true) {
    const auto played = play(draw, begin);
    take(played);
    begin = played.choices;
    while (!begin.empty() && begin.back().value == begin.back().most)
      begin.pop_back();
    if (begin.empty()) return;
    ++begin.back().value;
  }
}

/// Whether playing any sequence with one choice lowered gives nothing larger, and playing its own
/// choices gives the same again; `size(object)` says how large one is.
template <class Draw, class Size>
void expect_lowering_enlarges_nothing(Draw draw, Size size) {
  for_each_sequence(draw, [&](const auto& played) {
    const auto again = play(draw, played.choices);
    ASSERT_EQ(again.object, played.object);
    for (std::size_t i = 0; i < played.choices.size(); ++i) {
      std::vector<Choice> lowered = played.choices;
      for (; lowered[i].value > lowered[i].least;) {
        --lowered[i].value;
        ASSERT_LE(size(play(draw, lowered).object), size(played.object))
            << "choice " << i << " lowered to " << lowered[i].value << " in\n"
            << choice_text(sequence_of(played.choices));
      }
    }
  });
}

/// Plays what random seeds chose, and the same damaged: `check(object)` each time, and what was
/// really chosen gives the same object.
template <class Draw, class Check>
void expect_valid_whatever_is_played(Draw draw, Check check) {
  RandomBits bits(std::string_view("damage"));
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    ChoiceSource source(seed);
    source.record();
    const auto made = draw(source);
    check(made);
    std::vector<Choice> choices = choices_of(source.recorded());
    ASSERT_EQ(play(draw, choices).object, made) << seed;
    for (int damage = 0; damage < 8 && !choices.empty(); ++damage) {
      const auto place = static_cast<std::ptrdiff_t>(bits.up_to(choices.size() - 1));
      if (bits.up_to(1) == 0) {
        choices.erase(choices.begin() + place);
      } else {
        choices[static_cast<std::size_t>(place)].value = drawn_number(bits, -3, 50, uniformly());
      }
      const auto played = play(draw, choices);
      check(played.object);
      ASSERT_EQ(play(draw, played.choices).object, played.object) << seed;
    }
  }
}

/// Takes one, two or three of a heap, or doubles a heap of one, once.
struct Heap {
  int left = 0;
  bool has_doubled = false;

  std::vector<int> moves() const {
    std::vector<int> all;
    for (int taken = 1; taken <= 3 && taken <= left; ++taken)
      all.push_back(taken);
    if (left == 1 && !has_doubled) all.push_back(-1);
    return all;
  }
  void apply(int taken) {
    left -= taken;
    has_doubled = has_doubled || taken < 0;
  }
  bool operator==(const Heap&) const = default;
};

TEST(RandomPlay, ReachesEveryGameOnce) {
  std::map<std::vector<int>, int> seen;
  for_each_sequence([](ChoiceSource& source) { return random_play_towards(source, Heap{3}, 0, 9); },
                    [&](const auto& played) { ++seen[played.object.moves]; });
  // Ways to take from three, each cut short anywhere; -1 may follow where one is left.
  const std::set<std::vector<int>> some = {{}, {1}, {1, 1, 1}, {2, -1, 2}, {1, 1, -1, 1, 1}, {3}};
  for (const auto& game : some)
    EXPECT_EQ(seen.count(game), 1U);
  for (const auto& [game, times] : seen)
    EXPECT_EQ(times, 1);
  EXPECT_EQ(seen.size(), 16U);
}

TEST(RandomPlay, NeverGoesPastTheEnd) {
  ChoiceSource source("end");
  for (int i = 0; i < 200; ++i) {
    const auto play = random_play_towards(source, Heap{7}, 50, 60);
    EXPECT_EQ(play.position.left, 0);
    EXPECT_TRUE(play.position.moves().empty());
  }
  EXPECT_TRUE(random_play_towards(source, Heap{0}, 3, 3).moves.empty());
}

TEST(RandomPlay, PlaysTheFirstMovesForNothing) {
  const auto none = [](ChoiceSource& source) {
    return random_play_towards(source, Heap{9}, 0, 5).moves;
  };
  EXPECT_TRUE(play(none, {}).object.empty());
  const auto two = [](ChoiceSource& source) {
    return random_play_towards(source, Heap{9}, 2, 5).moves;
  };
  EXPECT_EQ(play(two, {}).object, (std::vector<int>{1, 1}));
}

TEST(RandomPlay, GrowsByNoChoiceThatIsLowered) {
  for (const std::int64_t least : {0, 2}) {
    // What is drawn after it must not be taken for further plies either. A game that ended before
    // `least` plies may go on to them.
    const auto draw = [&](ChoiceSource& source) {
      auto moves = random_play_towards(source, Heap{3}, least, 6).moves;
      moves.push_back(static_cast<int>(source.integer(0, 2)));
      return moves;
    };
    const std::size_t always = static_cast<std::size_t>(least) + 1;
    expect_lowering_enlarges_nothing(
        draw, [&](const auto& moves) { return std::max(moves.size(), always); });
  }
}

TEST(RandomPlay, IsAllowedWhateverIsPlayed) {
  const auto draw = [](ChoiceSource& source) {
    return random_play_towards(source, Heap{static_cast<int>(source.integer(0, 9))}, 1, 8);
  };
  const auto moves = [&](ChoiceSource& source) {
    const auto made = draw(source);
    EXPECT_LE(made.moves.size(), 8U);
    EXPECT_GE(made.position.left, 0);
    return made.moves;
  };
  expect_valid_whatever_is_played(moves, [](const auto&) {});
  ChoiceSource source("wrong");
  EXPECT_THROW(random_play_towards(source, Heap{3}, 2, 1), std::invalid_argument);
  EXPECT_THROW(random_play_towards(source, Heap{3}, -1, 1), std::invalid_argument);
}

}  // namespace
}  // namespace arbiter
