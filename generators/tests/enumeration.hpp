#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arbiter/choice_source.hpp"

// For small draws: what comes of every sequence of choices there is.

namespace arbiter {

inline std::vector<Choice> choices_of(const ChoiceSequence& sequence) {
  std::vector<Choice> choices;
  for (const ChoiceEvent& event : sequence) {
    if (event.kind == ChoiceEvent::Kind::choice) choices.push_back(event.choice);
  }
  return choices;
}

inline ChoiceSequence sequence_of(const std::vector<Choice>& choices) {
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

}  // namespace arbiter
