#pragma once

#include <arbiter/choice_sequence.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "stress/shrink/sequence_trials.hpp"

namespace arbiter::stress {

struct ChoiceSpan {
  std::string name;
  Range range;
  std::size_t parent = 0;  // of all spans; the whole is its own
};

/// Neighbours within one span that look alike: spans of one name, bare choices, or records of a few
/// of these that come again and again. Mostly the elements of something.
struct ChoiceGroup {
  std::vector<Range> items;
  bool is_bare = false;  // each item is a single choice outside of any further span

  std::size_t begin() const { return items.front().begin; }
};

/// A sequence of choices and how it is nested.
class ChoiceLayout {
 public:
  ChoiceLayout() : ChoiceLayout(ChoiceSequence{}) {}
  explicit ChoiceLayout(ChoiceSequence sequence);

  const ChoiceSequence& sequence() const { return sequence_; }
  const std::vector<Choice>& choices() const { return choices_; }
  /// The whole first, each span before those within.
  const std::vector<ChoiceSpan>& spans() const { return spans_; }
  /// In the order in which their spans begin.
  const std::vector<ChoiceGroup>& groups() const { return groups_; }

 private:
  ChoiceSequence sequence_;
  std::vector<Choice> choices_;
  std::vector<ChoiceSpan> spans_;
  std::vector<ChoiceGroup> groups_;
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

/// The ways that may make sense, the most likely first.
std::vector<CutWay> ways_of(const ChoiceLayout& layout, const ChoiceGroup& group);

/// What can be cut of a group in one way; no units if that way makes no sense.
Family family_of(const ChoiceLayout& layout, const ChoiceGroup& group, const CutWay& way);

}  // namespace arbiter::stress
