#include "stress/choices/choice_layout.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace arbiter::stress {
namespace {

struct Child {
  int kind = 0;  // 0: a bare choice; else a span, one number for each name
  Range range;
};

constexpr std::size_t k_longest_record = 4;
/// A group of bare choices may begin with numbers that are no elements, such as the count.
constexpr std::size_t k_numbers_before = 2;

/// How many children from `at` on are repetitions of the first `period` ones.
std::size_t repeated(const std::vector<Child>& all, std::size_t at, std::size_t period) {
  std::size_t end = at + period;
  while (end < all.size() && all[end].kind == all[end - period].kind)
    ++end;
  const std::size_t count = end > all.size() ? 0 : (end - at) / period;
  return count >= 2 ? count * period : 0;
}

/// The record at `at` that is repeated furthest, and how far; {1, 1} if none is.
std::pair<std::size_t, std::size_t> record_at(const std::vector<Child>& all, std::size_t at) {
  std::pair<std::size_t, std::size_t> best = {1, 1};
  for (std::size_t period = 1; period <= k_longest_record; ++period) {
    const std::size_t covered = repeated(all, at, period);
    if (covered > best.second) best = {period, covered};
  }
  return best;
}

void add_groups(const std::vector<Child>& all, std::vector<ChoiceGroup>& groups) {
  std::size_t at = 0;
  while (at < all.size()) {
    auto [period, covered] = record_at(all, at);
    // A count before records that begin with a choice would else be taken for part of one.
    if (at + 1 < all.size() && record_at(all, at + 1).second > covered) period = covered = 1;
    ChoiceGroup group;
    group.is_bare = period == 1 && all[at].kind == 0;
    for (std::size_t item = at; item < at + covered; item += period)
      group.items.push_back({all[item].range.begin, all[item + period - 1].range.end});
    groups.push_back(group);
    const std::size_t most = at == 0 && group.is_bare ? k_numbers_before : 0;
    for (std::size_t before = 1; before <= most && before < covered; ++before) {
      group.items.erase(group.items.begin());
      groups.push_back(group);
    }
    at += covered;
  }
}

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

ChoiceLayout::ChoiceLayout(ChoiceSequence sequence) : sequence_(std::move(sequence)) {
  std::map<std::string, int> kinds;
  std::vector<std::vector<Child>> children(1);
  std::vector<std::size_t> open = {0};
  spans_.push_back({});
  for (const ChoiceEvent& event : sequence_) {
    const std::size_t here = choices_.size();
    if (event.kind == ChoiceEvent::Kind::choice) {
      children[open.back()].push_back({0, {here, here + 1}});
      choices_.push_back(event.choice);
    } else if (event.kind == ChoiceEvent::Kind::begin) {
      spans_.push_back({event.name, {here, here}, open.back()});
      children.emplace_back();
      open.push_back(spans_.size() - 1);
    } else if (open.size() > 1) {
      ChoiceSpan& span = spans_[open.back()];
      span.range.end = here;
      open.pop_back();
      const int kind =
          kinds.try_emplace(span.name, static_cast<int>(kinds.size()) + 1).first->second;
      children[open.back()].push_back({kind, span.range});
    }
  }
  for (const std::size_t unclosed : open)
    spans_[unclosed].range.end = choices_.size();
  for (const std::vector<Child>& each : children)
    add_groups(each, groups_);
}

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
