#include "stress/choices/choice_families.hpp"

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
std::vector<std::vector<Range>> rows_of(const ChoiceLayout& layout, const ChoiceGroup& group) {
  std::multimap<std::size_t, const ChoiceGroup*> at;
  for (const ChoiceGroup& each : layout.groups())
    at.emplace(each.begin(), &each);
  std::vector<std::vector<Range>> rows;
  for (const Range& item : group.items) {
    const ChoiceGroup* largest = nullptr;
    for (auto i = at.lower_bound(item.begin); i != at.end() && i->first < item.end; ++i) {
      const std::vector<Range>& items = i->second->items;
      if (items.back().end > item.end || items.size() < 2) continue;
      if (largest == nullptr || items.size() > largest->items.size()) largest = i->second;
    }
    if (largest == nullptr) return {};
    rows.push_back(largest->items);
    if (rows.back().size() != rows.front().size()) return {};
  }
  return rows;
}

/// The items at each place of records of so many; where `crosses`, with the record of that number.
std::vector<std::vector<Range>> columns_of(const std::vector<Range>& items, std::size_t length,
                                           bool crosses) {
  std::vector<std::vector<Range>> units(std::min(items.size(), length));
  for (std::size_t i = 0; i < items.size(); ++i) {
    units[i % length].push_back(items[i]);
    if (crosses && i / length < units.size()) units[i / length].push_back(items[i]);
  }
  return units;
}

std::vector<std::vector<Range>> transposed(const std::vector<std::vector<Range>>& rows) {
  std::vector<std::vector<Range>> units(rows.empty() ? 0 : rows.front().size());
  for (const std::vector<Range>& row : rows) {
    for (std::size_t column = 0; column < row.size(); ++column)
      units[column].push_back(row[column]);
  }
  return units;
}

}  // namespace

std::vector<CutWay> ways_of(const ChoiceLayout& layout, const ChoiceGroup& group) {
  std::vector<CutWay> ways = {{}};
  const auto items = static_cast<std::int64_t>(group.items.size());
  const auto rows =
      group.is_bare || items > 200 ? std::vector<std::vector<Range>>() : rows_of(layout, group);
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

Family family_of(const ChoiceLayout& layout, const ChoiceGroup& group, const CutWay& way) {
  if (way.counter && *way.counter >= layout.choices().size()) return {};
  Family family = {{}, way.counter};
  if (way.kind == Kind::runs) {
    for (std::size_t end = way.stride; end <= group.items.size(); end += way.stride)
      family.units.push_back({{group.items[end - way.stride].begin, group.items[end - 1].end}});
  } else if (way.kind == Kind::across) {
    family.units = transposed(rows_of(layout, group));
  } else {
    const std::int64_t length = layout.choices()[*way.counter].value;
    if (length < 1) return {};
    family.units =
        columns_of(group.items, static_cast<std::size_t>(length), way.kind == Kind::crosses);
  }
  return family;
}

}  // namespace arbiter::stress
