#include "stress/choices/choice_cuts.hpp"

#include <algorithm>
#include <map>

namespace arbiter::stress {
namespace {

using Kind = CutWay::Kind;

/// Counts stand close before what they count, or at the very front.
constexpr std::size_t k_near = 48;
constexpr std::size_t k_front = 16;
constexpr std::size_t k_most_ways = 9;

bool can_count(const Choice& choice) {
  return choice.value > 0 && choice.value > choice.least;
}

/// The choices before a group, nearest first, then those at the front.
std::vector<std::size_t> counters_before(const ChoiceLayout& layout, std::size_t begin) {
  std::vector<std::size_t> found;
  const auto add = [&](std::size_t at) {
    if (can_count(layout.choices()[at])) found.push_back(at);
  };
  const std::size_t near_begin = begin > k_near ? begin - k_near : 0;
  for (std::size_t at = begin; at-- > near_begin;)
    add(at);
  for (std::size_t at = 0; at < std::min(k_front, near_begin); ++at)
    add(at);
  return found;
}

/// For each item of the group, the items of the largest group within; nothing if their numbers
/// differ.
std::vector<std::vector<ChoiceRange>> rows_of(const ChoiceLayout& layout,
                                              const ChoiceGroup& group) {
  std::multimap<std::size_t, const ChoiceGroup*> at;
  for (const ChoiceGroup& each : layout.groups())
    at.emplace(each.begin(), &each);
  std::vector<std::vector<ChoiceRange>> rows;
  for (const ChoiceRange& item : group.items) {
    const ChoiceGroup* largest = nullptr;
    for (auto i = at.lower_bound(item.begin); i != at.end() && i->first < item.end; ++i) {
      const std::vector<ChoiceRange>& items = i->second->items;
      if (items.back().end > item.end || items.size() < 2) continue;
      if (largest == nullptr || items.size() > largest->items.size()) largest = i->second;
    }
    if (largest == nullptr) return {};
    rows.push_back(largest->items);
    if (rows.back().size() != rows.front().size()) return {};
  }
  return rows;
}

ChoiceCut of_records(const ChoiceLayout& layout, const Cuttable& what, std::size_t first,
                     std::size_t count) {
  const std::vector<ChoiceRange>& items = what.group.items;
  const auto length = static_cast<std::size_t>(layout.choices()[*what.way.counter].value);
  ChoiceCut cut;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto is_in = [&](std::size_t place) { return first <= place && place < first + count; };
    const bool is_row = what.way.kind == Kind::crosses && is_in(i / length);
    if (is_row || is_in(i % length)) cut.ranges.push_back(items[i]);
  }
  return cut;
}

}  // namespace

std::vector<CutWay> ways_of(const ChoiceLayout& layout, const ChoiceGroup& group) {
  std::vector<CutWay> ways = {{}};
  const auto items = static_cast<std::int64_t>(group.items.size());
  const auto rows = group.is_bare || items > 200 ? std::vector<std::vector<ChoiceRange>>()
                                                 : rows_of(layout, group);
  const auto columns = static_cast<std::int64_t>(rows.empty() ? 0 : rows.front().size());
  if (columns > 0) ways.push_back({Kind::across, std::nullopt, 1});
  std::map<int, int> taken;
  const auto add = [&](int rule, int most, const CutWay& way) {
    if (ways.size() >= k_most_ways || taken[rule] >= most) return;
    ++taken[rule];
    ways.push_back(way);
  };
  const std::vector<std::size_t> counters = counters_before(layout, group.begin());
  for (const std::size_t at : counters) {
    const std::int64_t value = layout.choices()[at].value;
    if (value == items) add(0, 3, {Kind::runs, at, 1});
    if (value == columns) add(1, 2, {Kind::across, at, 1});
    if (value == items + 1 || value == items - 1) add(2, 1, {Kind::runs, at, 1});
    if (value < 2 || value >= items || items % value != 0) continue;
    add(3, 2, {Kind::runs, at, static_cast<std::size_t>(items / value)});
    if (group.is_bare) add(4, 2, {Kind::columns, at, 1});
    if (group.is_bare && value * value == items) add(5, 1, {Kind::crosses, at, 1});
  }
  // A count of another form, as one over a least number.
  if (!counters.empty()) add(6, 1, {Kind::runs, counters.front(), 1});
  // Where there is a count, nothing can be cut without it, which takes long to find out.
  if (taken[0] > 0) std::rotate(ways.begin(), ways.begin() + 1, ways.end());
  return ways;
}

std::size_t units_of(const ChoiceLayout& layout, const Cuttable& what) {
  const std::size_t items = what.group.items.size();
  if (what.way.counter && *what.way.counter >= layout.choices().size()) return 0;
  if (what.way.kind == Kind::runs) return items / what.way.stride;
  if (what.way.kind == Kind::across) {
    const auto rows = rows_of(layout, what.group);
    return rows.empty() ? 0 : rows.front().size();
  }
  const std::int64_t length = layout.choices()[*what.way.counter].value;
  return length > 0 ? std::min(items, static_cast<std::size_t>(length)) : 0;
}

ChoiceCut cut_of(const ChoiceLayout& layout, const Cuttable& what, std::size_t first,
                 std::size_t count) {
  const std::vector<ChoiceRange>& items = what.group.items;
  ChoiceCut cut;
  if (what.way.kind == Kind::runs) {
    const std::size_t stride = what.way.stride;
    cut.ranges.push_back({items[first * stride].begin, items[(first + count) * stride - 1].end});
  } else if (what.way.kind == Kind::across) {
    for (const std::vector<ChoiceRange>& row : rows_of(layout, what.group))
      cut.ranges.push_back({row[first].begin, row[first + count - 1].end});
  } else {
    cut = of_records(layout, what, first, count);
  }
  cut.counter = what.way.counter;
  cut.amount = static_cast<std::int64_t>(count);
  return cut;
}

std::optional<Values> without(const std::vector<Choice>& choices,
                              const std::vector<const ChoiceCut*>& cuts) {
  std::vector<bool> is_cut(choices.size(), false);
  for (const ChoiceCut* cut : cuts) {
    for (const ChoiceRange& range : cut->ranges) {
      for (std::size_t i = range.begin; i < range.end; ++i) {
        if (is_cut[i]) return std::nullopt;
        is_cut[i] = true;
      }
    }
  }
  Values values = values_of(choices);
  for (const ChoiceCut* cut : cuts) {
    if (!cut->counter) continue;
    std::int64_t& value = values[*cut->counter];
    if (is_cut[*cut->counter] || value - cut->amount < choices[*cut->counter].least) {
      return std::nullopt;
    }
    value -= cut->amount;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_cut[i]) values[kept++] = values[i];
  }
  values.resize(kept);
  return values;
}

}  // namespace arbiter::stress
