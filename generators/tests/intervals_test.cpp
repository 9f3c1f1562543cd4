#include "arbiter/intervals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "enumeration.hpp"

namespace arbiter {
namespace {

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

Pairs pairs_of(const std::vector<Interval>& intervals) {
  Pairs pairs;
  for (const Interval& each : intervals)
    pairs.emplace_back(each.from, each.to);
  return pairs;
}

bool is_within(const Interval& inner, const Interval& outer, bool may_touch) {
  if (may_touch) return outer.from <= inner.from && inner.to <= outer.to;
  return outer.from < inner.from && inner.to < outer.to;
}

bool is_allowed(const Interval& a, const Interval& b, const IntervalForm& form) {
  if (form.overlap == Overlap::any) return true;
  const bool is_apart =
      form.may_touch ? a.to <= b.from || b.to <= a.from : a.to < b.from || b.to < a.from;
  if (is_apart || form.overlap == Overlap::none) return is_apart;
  return is_within(a, b, form.may_touch) || is_within(b, a, form.may_touch);
}

void expect_like(const std::vector<Interval>& all, const IntervalForm& form) {
  const auto count = static_cast<std::int64_t>(all.size());
  EXPECT_TRUE(form.least_count <= count && count <= form.count);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_TRUE(form.least <= all[i].from && all[i].to <= form.most);
    EXPECT_LE(form.least_length, all[i].to - all[i].from);
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_TRUE(is_allowed(all[i], all[j], form));
  }
}

IntervalForm form_of(std::int64_t most, std::int64_t count, Overlap overlap, bool may_touch) {
  IntervalForm form;
  form.most = most;
  form.count = form.least_count = count;
  form.overlap = overlap;
  form.may_touch = may_touch;
  return form;
}

/// The lists that can be drawn, and by how many sequences.
std::map<Pairs, int> all_of(const IntervalForm& form) {
  std::map<Pairs, int> seen;
  for_each_sequence([&](ChoiceSource& source) { return intervals(source, form); },
                    [&](const auto& played) {
                      expect_like(played.object, form);
                      ++seen[pairs_of(played.object)];
                    });
  return seen;
}

std::size_t count_once(const IntervalForm& form) {
  const std::map<Pairs, int> seen = all_of(form);
  for (const auto& [list, times] : seen)
    EXPECT_EQ(times, 1);
  return seen.size();
}

TEST(Intervals, ReachEveryListOnceWithoutOverlap) {
  // Of w + 1 numbers: ends that differ are chosen in C(w + 1, 2n) ways, those that may be equal in
  // C(w + n, 2n), single numbers too in C(w + 1 + n, 2n).
  EXPECT_EQ(count_once(form_of(5, 2, Overlap::none, false)), 15U);
  EXPECT_EQ(count_once(form_of(7, 3, Overlap::none, false)), 28U);
  EXPECT_EQ(count_once(form_of(5, 2, Overlap::none, true)), 35U);
  EXPECT_EQ(count_once(form_of(5, 3, Overlap::none, true)), 28U);
  IntervalForm points = form_of(4, 2, Overlap::none, false);
  points.least_length = 0;
  EXPECT_EQ(count_once(points), 35U);
}

TEST(Intervals, ReachEveryListOnceNested) {
  // Ends that differ, and a way to set brackets: C(w + 1, 2n) times a Catalan number.
  EXPECT_EQ(count_once(form_of(4, 2, Overlap::nested, false)), 5U * 2);
  EXPECT_EQ(count_once(form_of(6, 3, Overlap::nested, false)), 7U * 5);
  EXPECT_EQ(count_once(form_of(8, 4, Overlap::nested, false)), 9U * 14);
}

/// Lists in the order of their beginnings, a longer one first, that are allowed; one by one.
std::size_t count_by_trying(const IntervalForm& form, std::vector<Interval>& begin) {
  if (static_cast<std::int64_t>(begin.size()) == form.count) return 1;
  std::size_t count = 0;
  for (std::int64_t from = form.least; from <= form.most; ++from) {
    for (std::int64_t to = form.most; to >= from + form.least_length; --to) {
      const Interval next{from, to};
      const bool is_in_order = begin.empty() || begin.back().from < from ||
                               (begin.back().from == from && begin.back().to >= to);
      const bool fits = is_in_order && std::all_of(begin.begin(), begin.end(), [&](const auto& b) {
                          return is_allowed(b, next, form);
                        });
      if (!fits) continue;
      begin.push_back(next);
      count += count_by_trying(form, begin);
      begin.pop_back();
    }
  }
  return count;
}

TEST(Intervals, ReachAllThatTryingFinds) {
  for (const Overlap overlap : {Overlap::none, Overlap::nested}) {
    for (const bool may_touch : {false, true}) {
      for (std::int64_t length = 1; length <= 3; ++length) {
        for (std::int64_t count = 0; count <= 3; ++count) {
          IntervalForm form = form_of(6, count, overlap, may_touch);
          form.least_length = length;
          std::vector<Interval> none;
          const std::size_t expected = count_by_trying(form, none);
          EXPECT_EQ(count <= most_intervals(form), expected > 0);
          if (expected > 0) {
            EXPECT_EQ(count_once(form), expected);
          }
        }
      }
    }
  }
}

TEST(Intervals, ReachEveryNumberOfThem) {
  IntervalForm form = form_of(4, 2, Overlap::nested, false);
  form.least_count = 0;
  EXPECT_EQ(count_once(form), 1U + 10 + 10);
  form.overlap = Overlap::none;
  EXPECT_EQ(count_once(form), 1U + 10 + 5);
}

TEST(Intervals, OverlapWhereTheyMay) {
  EXPECT_EQ(all_of(form_of(3, 2, Overlap::any, true)).size(), 36U);
}

TEST(Intervals, AreLikelyAlikeAtRandom) {
  ChoiceSource source("alike");
  for (const auto& [overlap, lists] :
       {std::pair(Overlap::none, 15U), std::pair(Overlap::nested, 30U)}) {
    const IntervalForm form = form_of(5, 2, overlap, false);
    std::map<Pairs, int> seen;
    for (unsigned i = 0; i < 1000 * lists; ++i)
      ++seen[pairs_of(intervals(source, form))];
    EXPECT_EQ(seen.size(), lists);
    for (const auto& [list, times] : seen)
      EXPECT_NEAR(times, 1000, 190);
  }
}

TEST(Intervals, LieAtTheLowerEndForNothing) {
  const auto simplest = [](const IntervalForm& form) {
    return pairs_of(play([&](ChoiceSource& source) { return intervals(source, form); }, {}).object);
  };
  IntervalForm form = form_of(20, 3, Overlap::none, true);
  form.least = 5;
  form.least_length = 2;
  EXPECT_EQ(simplest(form), (Pairs{{5, 7}, {7, 9}, {9, 11}}));
  form.overlap = Overlap::nested;
  EXPECT_EQ(simplest(form), (Pairs{{5, 7}, {7, 9}, {9, 11}}));
  form.may_touch = false;
  EXPECT_EQ(simplest(form), (Pairs{{5, 7}, {8, 10}, {11, 13}}));
  form.overlap = Overlap::any;
  EXPECT_EQ(simplest(form), (Pairs{{5, 7}, {5, 7}, {5, 7}}));
  form.least_count = 0;
  EXPECT_EQ(simplest(form), Pairs{});
}

TEST(Intervals, GrowByNoChoiceThatIsLowered) {
  for (const Overlap overlap : {Overlap::any, Overlap::none, Overlap::nested}) {
    for (const bool may_touch : {false, true}) {
      IntervalForm form = form_of(5, 2, overlap, may_touch);
      form.least_count = 0;
      expect_lowering_enlarges_nothing(
          [&](ChoiceSource& source) { return intervals(source, form); },
          [&](const std::vector<Interval>& all) {
            std::int64_t length = 0;
            for (const Interval& each : all)
              length += each.to - each.from;
            // One that no longer holds another may be longer than that was.
            if (overlap == Overlap::nested) length = 0;
            return std::pair(all.size(), length);
          });
    }
  }
}

TEST(Intervals, AreOfTheirFormWhateverIsPlayed) {
  IntervalForm form;
  const auto draw = [&](ChoiceSource& source) {
    form.least = source.integer(-20, 3);
    form.most = source.integer(form.least, 30);
    form.overlap = static_cast<Overlap>(source.integer(0, 2));
    form.may_touch = source.chance(1, 2);
    form.least_length = source.integer(0, 3);
    form.count = std::min(most_intervals(form), source.integer(0, 12));
    form.least_count = source.integer(0, form.count);
    return intervals(source, form);
  };
  expect_valid_whatever_is_played(
      draw, [&](const std::vector<Interval>& all) { expect_like(all, form); });
}

TEST(Intervals, AreSoManyAtRandom) {
  ChoiceSource source("count");
  for (const Overlap overlap : {Overlap::any, Overlap::none, Overlap::nested}) {
    for (const bool may_touch : {false, true}) {
      for (std::int64_t length = 0; length <= 3; ++length) {
        IntervalForm form = form_of(59, 0, overlap, may_touch);
        form.least_length = length;
        form.count = std::min<std::int64_t>(most_intervals(form), 100);
        const std::vector<Interval> all = intervals(source, form);
        expect_like(all, form);
        EXPECT_EQ(static_cast<std::int64_t>(all.size()), form.count);
      }
    }
  }
  IntervalForm wide = form_of(INT64_MAX, 1000, Overlap::nested, false);
  EXPECT_EQ(intervals(source, wide).size(), 1000U);
  wide.overlap = Overlap::none;
  EXPECT_EQ(intervals(source, wide).size(), 1000U);
}

TEST(Intervals, KeepThoseWithinInTheirSpan) {
  ChoiceSource source("spans");
  source.record();
  IntervalForm form = form_of(99, 12, Overlap::nested, false);
  form.least_count = 0;
  const std::vector<Interval> all = intervals(source, form);
  std::size_t opened = 0;
  std::size_t at = 0;
  std::vector<std::size_t> open;
  // A span without an interval holds the choice alone by which none follows.
  const ChoiceSequence& sequence = source.recorded();
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (sequence[i].kind == ChoiceEvent::Kind::begin && sequence[i].name == "interval") {
      if (sequence[i + 1].choice.value == 0) continue;
      ++opened;
      if (!open.empty()) {
        EXPECT_TRUE(is_within(all[at], all[open.back()], false));
      }
      open.push_back(at++);
    }
    const bool is_end =
        sequence[i].kind == ChoiceEvent::Kind::end && i > 1 &&
        !(sequence[i - 1].kind == ChoiceEvent::Kind::choice &&
          sequence[i - 2].kind == ChoiceEvent::Kind::begin && sequence[i - 1].choice.value == 0);
    if (is_end && !open.empty()) open.pop_back();
  }
  EXPECT_EQ(opened, 12U);
}

TEST(Intervals, RefuseWhatCannotBe) {
  ChoiceSource source("wrong");
  const auto refuses = [&](const IntervalForm& form) {
    EXPECT_THROW(intervals(source, form), std::invalid_argument);
  };
  refuses(form_of(5, 4, Overlap::none, false));
  refuses(form_of(5, 6, Overlap::none, true));
  refuses(form_of(5, 4, Overlap::nested, false));
  refuses(form_of(0, 1, Overlap::any, true));
  refuses(form_of(-1, 0, Overlap::any, true));
  IntervalForm form = form_of(5, 1, Overlap::any, true);
  form.least_count = 2;
  refuses(form);
  form.least_count = 0;
  form.least_length = -1;
  refuses(form);
  form.least_length = 1;
  form.least = INT64_MIN;
  refuses(form);
}

}  // namespace
}  // namespace arbiter
