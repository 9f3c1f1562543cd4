#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include "arbiter/choice_source.hpp"
#include "arbiter/collections.hpp"
#include "arbiter/random_bits.hpp"

namespace arbiter {

/// From one number to another one that is not smaller.
struct Interval {
  std::int64_t from = 0;
  std::int64_t to = 0;

  bool operator==(const Interval&) const = default;
};

enum class Overlap {
  any,
  none,    // no two have more than an end in common
  nested,  // of any two, one lies within the other, or they have no more than an end in common
};

/// What a list of intervals is like.
struct IntervalForm {
  std::int64_t least = 0;  // where they lie
  std::int64_t most = 0;
  std::int64_t count = 0;
  std::int64_t least_count = 0;   // so few may be left when choices are played back
  std::int64_t least_length = 1;  // of each; 0: one may be a single number
  Overlap overlap = Overlap::any;
  bool may_touch = true;  // unless overlap is any: two may have an end in common
};

namespace interval_detail {

/// Intervals as brackets: what is drawn is whether the next bracket opens or closes, and how far
/// from the last one it lies. Between an opening bracket and the closing one that follows it at
/// once lies at least the least length, between all others 1 when ends must differ.
class Brackets {
 public:
  explicit Brackets(const IntervalForm& form)
      : gap_(form.may_touch ? 0 : 1),
        length_(form.least_length),
        is_nested_(form.overlap == Overlap::nested),
        left_(form.most - form.least) {}

  std::int64_t depth() const { return depth_; }
  /// Room that nothing has used yet.
  std::int64_t left() const { return left_; }

  /// Whether an interval can begin here so that `further` ones after it still have room.
  bool can_open(std::int64_t further) const {
    if (depth_ > 0 && !is_nested_) return false;
    return spare_after(true, further) >= 0;
  }
  bool can_close(std::int64_t further) const {
    return depth_ > 0 && spare_after(false, further) >= 0;
  }

  /// By how much the bracket may lie further away than it must, with `further` ones to come.
  std::int64_t spare_after(bool opens, std::int64_t further) const {
    const std::int64_t depth = depth_ + (opens ? 1 : -1);
    return left_ - least_step(opens) - least_rest(further, depth, opens);
  }

  /// How far from the last bracket this one lies at least.
  std::int64_t least_step(bool opens) const {
    if (is_first_) return 0;
    return !opens && is_after_opening_ ? length_ : gap_;
  }

  void step(bool opens, std::int64_t spare) {
    left_ -= least_step(opens) + spare;
    depth_ += opens ? 1 : -1;
    is_after_opening_ = opens;
    is_first_ = false;
  }

 private:
  /// The least room for so many further intervals and for closing all that are open.
  std::int64_t least_rest(std::int64_t further, std::int64_t depth, bool is_after_opening) const {
    const std::int64_t steps = 2 * further + depth;
    // Of all these steps so many can be such as must have the least length.
    const std::int64_t most_inner = further + (is_after_opening ? 1 : 0);
    const std::int64_t least_inner =
        is_nested_ ? std::min<std::int64_t>(1, most_inner) : most_inner;
    const std::int64_t inner = length_ > gap_ ? least_inner : most_inner;
    return inner * length_ + (steps - inner) * gap_;
  }

  std::int64_t gap_;
  std::int64_t length_;
  bool is_nested_;
  std::int64_t left_;
  std::int64_t depth_ = 0;
  bool is_first_ = true;
  bool is_after_opening_ = false;
};

/// What random numbers make of a form: each way of nesting equally likely where there is room for
/// all, and then each way of using the room.
class Plan {
 public:
  Plan(RandomBits& bits, const IntervalForm& form) {
    Brackets brackets(form);
    std::int64_t left = form.count;
    while (left > 0 || brackets.depth() > 0) {
      const bool may_open = left > 0 && brackets.can_open(left - 1);
      const bool may_close = brackets.can_close(left);
      const bool opens = may_open && (!may_close || is_opening(bits, left, brackets.depth()));
      brackets.step(opens, 0);
      opens_.push_back(opens);
      left -= opens ? 1 : 0;
    }
    // The spare room is cut into pieces, one before each bracket and one after the last.
    const auto cuts = static_cast<std::uint64_t>(opens_.size());
    const std::uint64_t last = static_cast<std::uint64_t>(brackets.left()) + cuts;
    std::set<std::uint64_t> places;
    for (std::uint64_t most = last - cuts; most < last; ++most) {
      const std::uint64_t place = bits.up_to(most);
      places.insert(places.count(place) > 0 ? most : place);
    }
    std::uint64_t begin = 0;
    for (const std::uint64_t place : places) {
      spares_.push_back(static_cast<std::int64_t>(place - begin));
      begin = place + 1;
    }
  }

  bool opens(std::size_t bracket) const { return bracket < opens_.size() && opens_[bracket]; }
  std::int64_t spare(std::size_t bracket) const { return spares_.at(bracket); }

 private:
  /// The share of those ways to go on that begin so, by the numbers of ballots.
  static bool is_opening(RandomBits& bits, std::int64_t left, std::int64_t depth) {
    const auto of = static_cast<std::uint64_t>((2 * left + depth) * (depth + 1));
    return bits.up_to(of - 1) < static_cast<std::uint64_t>(left * (depth + 2));
  }

  std::vector<bool> opens_;
  std::vector<std::int64_t> spares_;
};

/// A span that can be kept in a list.
struct KeptSpan {
  explicit KeptSpan(ChoiceSource& source) : span(source.span("interval")) {}
  ChoiceSource::Span span;
};

/// Intervals in the order of their beginnings, an outer one before those within it.
inline std::vector<Interval> drawn_brackets(ChoiceSource& source, const IntervalForm& form) {
  std::optional<Plan> plan;
  const auto planned = [&]() -> const Plan& {
    if (!plan) plan.emplace(source.bits(), form);
    return *plan;
  };
  Brackets brackets(form);
  std::vector<Interval> made;
  std::vector<std::size_t> open;
  std::list<KeptSpan> spans;
  for (std::size_t bracket = 0;; ++bracket) {
    const auto count = static_cast<std::int64_t>(made.size());
    const std::int64_t needed = std::max<std::int64_t>(0, form.least_count - count);
    const bool can_open =
        count < form.count && brackets.can_open(std::max<std::int64_t>(0, needed - 1));
    const bool may_end = open.empty() ? needed == 0 : brackets.can_close(needed);
    bool opens = false;
    if (count < form.count && (open.empty() || form.overlap == Overlap::nested)) {
      spans.emplace_back(source);
      opens = source.choose(may_end ? 0 : 1, can_open ? 1 : 0,
                            [&] { return std::int64_t{planned().opens(bracket)}; }) == 1;
      if (!opens) spans.pop_back();
    }
    if (!opens && open.empty()) return made;
    const std::int64_t further = opens ? std::max<std::int64_t>(0, needed - 1) : needed;
    const std::int64_t spare = source.choose(0, brackets.spare_after(opens, further),
                                             [&] { return planned().spare(bracket); });
    brackets.step(opens, spare);
    const std::int64_t place = form.most - brackets.left();
    if (opens) {
      open.push_back(made.size());
      made.push_back({place, place});
    } else {
      made[open.back()].to = place;
      open.pop_back();
      spans.pop_back();
    }
  }
}

inline std::vector<Interval> drawn_freely(ChoiceSource& source, const IntervalForm& form) {
  return list_towards(source, form.least_count, form.count, [&] {
    const std::int64_t from = source.integer(form.least, form.most - form.least_length);
    return Interval{from, from + source.integer(form.least_length, form.most - from)};
  });
}

}  // namespace interval_detail

/// The most intervals that a list of that form can have, whatever `form.count` says; at most 2^40.
inline std::int64_t most_intervals(const IntervalForm& form) {
  constexpr std::int64_t k_most = std::int64_t{1} << 40;
  const bool is_range = form.least <= form.most && form.least_length >= 0 &&
                        (form.least >= 0 || form.most <= INT64_MAX + form.least);
  if (!is_range) throw std::invalid_argument("intervals: no such range or length");
  const std::int64_t room = form.most - form.least;
  const std::int64_t length = form.least_length;
  if (length > room) return 0;
  if (form.overlap == Overlap::any) return k_most;
  if (form.may_touch) {
    const bool is_limited = form.overlap == Overlap::none && length > 0;
    return is_limited ? std::min(k_most, room / length) : k_most;
  }
  if (form.overlap == Overlap::none || length == 0) {
    return std::min(k_most, 1 + (room - length) / (length + 1));
  }
  return std::min(k_most, 1 + (room - length) / 2);
}

/// `count` intervals of that form, fewer, down to `least_count`, only when a sequence that is
/// played back says so. Unless overlap is any they come in the order of their beginnings, an outer
/// one before those within it, and each such list can be drawn, from one sequence only; at random
/// each way of nesting is equally likely, as far as there is room, and then each way of lying.
/// Simplest: the fewest, each of the least length, side by side from the lower end on (any: where
/// numbers are nearest to zero). Each interval is a span, with those within it. Throws
/// std::invalid_argument when there is no such list.
inline std::vector<Interval> intervals(ChoiceSource& source, const IntervalForm& form) {
  if (form.least_count < 0 || form.least_count > form.count || form.count > most_intervals(form)) {
    throw std::invalid_argument("intervals: there are not so many");
  }
  const auto whole = source.span("intervals");
  if (form.overlap == Overlap::any) return interval_detail::drawn_freely(source, form);
  return interval_detail::drawn_brackets(source, form);
}

}  // namespace arbiter
