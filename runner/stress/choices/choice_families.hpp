#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "stress/choices/choice_layout.hpp"

namespace arbiter::stress {

/// How the items of a group may hang together with a count.
struct CutWay {
  enum class Kind {
    runs,     // it counts records of `stride` items
    columns,  // it is the length of a record: an item goes from each
    crosses,  // it is the length and the number of records: a record and an item of each other go
    across,   // each item of the group holds a group, and the item at one place goes from each
  };

  Kind kind = Kind::runs;
  std::optional<std::size_t> counter = std::nullopt;
  std::size_t stride = 1;
};

/// The ways that may make sense, the most likely first.
std::vector<CutWay> ways_of(const ChoiceLayout& layout, const ChoiceGroup& group);

/// What can be cut of a group in one way; no units if that way makes no sense.
Family family_of(const ChoiceLayout& layout, const ChoiceGroup& group, const CutWay& way);

}  // namespace arbiter::stress
