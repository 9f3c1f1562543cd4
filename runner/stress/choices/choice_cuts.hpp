#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "stress/choices/choice_layout.hpp"
#include "stress/choices/choice_order.hpp"

namespace arbiter::stress {

/// What is taken away together, and the count drawn before it that goes down with it.
struct ChoiceCut {
  std::vector<ChoiceRange> ranges;
  std::optional<std::size_t> counter = std::nullopt;  // of all choices
  std::int64_t amount = 0;
};

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

/// A group and a way to cut it.
struct Cuttable {
  ChoiceGroup group;
  CutWay way;
};

/// The ways that may make sense, the most likely first.
std::vector<CutWay> ways_of(const ChoiceLayout& layout, const ChoiceGroup& group);

/// How many units can be cut.
std::size_t units_of(const ChoiceLayout& layout, const Cuttable& what);

/// Takes `count` units from `first` on.
ChoiceCut cut_of(const ChoiceLayout& layout, const Cuttable& what, std::size_t first,
                 std::size_t count);

/// The values without what is cut; none if two cuts overlap, or a count would fall below what it
/// must be, or is cut itself.
std::optional<Values> without(const std::vector<Choice>& choices,
                              const std::vector<const ChoiceCut*>& cuts);

}  // namespace arbiter::stress
