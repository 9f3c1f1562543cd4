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

}  // namespace arbiter::stress
