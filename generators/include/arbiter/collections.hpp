#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "arbiter/choice_source.hpp"

namespace arbiter {

/// The numbers first, first + 1, … in any order, each equally likely; simplest: as they are.
inline std::vector<int> permutation(ChoiceSource& source, int count, int first = 0) {
  if (count < 0) throw std::invalid_argument("permutation: a negative count");
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), first);
  source.shuffle(all);
  return all;
}

/// `count` different numbers of least..most in any order, each set and order equally likely.
/// simplest: the smallest ones. Throws std::invalid_argument when there are not so many. Takes time
/// and memory for `count` numbers, however many there are to choose from.
inline std::vector<std::int64_t> distinct(ChoiceSource& source, std::int64_t count,
                                          std::int64_t least, std::int64_t most) {
  const std::uint64_t range = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
  if (count < 0 || (count > 0 && (least > most || static_cast<std::uint64_t>(count) - 1 > range))) {
    throw std::invalid_argument("distinct: there are not so many numbers");
  }
  const auto whole = source.span("distinct");
  // Steps of a shuffle of all numbers, of which those that moved are kept.
  std::unordered_map<std::int64_t, std::int64_t> moved;
  const auto at = [&](std::int64_t place) {
    const auto found = moved.find(place);
    return found == moved.end() ? place : found->second;
  };
  std::vector<std::int64_t> numbers;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t place = source.integer(least + i, most);
    numbers.push_back(at(place));
    moved[place] = at(least + i);
  }
  return numbers;
}

/// `count` of the elements, none twice, in any order; simplest: the first ones.
template <class T>
std::vector<T> sample(ChoiceSource& source, const std::vector<T>& from, std::int64_t count) {
  std::vector<T> taken;
  const auto last = static_cast<std::int64_t>(from.size()) - 1;
  for (const std::int64_t place : distinct(source, count, 0, last))
    taken.push_back(from[static_cast<std::size_t>(place)]);
  return taken;
}

/// Each element in `times` of `of` cases, in their order; simplest: none.
template <class T>
std::vector<T> subset(ChoiceSource& source, const std::vector<T>& from, std::int64_t times = 1,
                      std::int64_t of = 2) {
  const auto whole = source.span("subset");
  std::vector<T> taken;
  for (const T& element : from) {
    const auto each = source.span();
    if (source.chance(times, of)) taken.push_back(element);
  }
  return taken;
}

namespace collections_detail {

/// `target` elements, or as many of least..most as a sequence that is played back says. Asking
/// before each element whether to go on lets one be deleted from the sequence; a length in front
/// would have to be changed together with it.
template <class Draw>
auto elements(ChoiceSource& source, std::int64_t least, std::int64_t most, std::int64_t target,
              Draw draw) {
  const auto whole = source.span("list");
  std::vector<std::decay_t<decltype(draw())>> drawn;
  for (std::int64_t i = 0; i < most; ++i) {
    const auto each = source.span("element");
    if (source.choose(i < least ? 1 : 0, 1, [&] { return i < target ? 1 : 0; }) == 0) break;
    drawn.push_back(draw());
  }
  return drawn;
}

}  // namespace collections_detail

/// Elements as `draw()` gives them: `wanted` of them, unless a sequence that is played back says
/// fewer, down to `least`. Each is a span that can be taken out of the sequence.
template <class Draw>
auto list_towards(ChoiceSource& source, std::int64_t least, std::int64_t wanted, Draw draw) {
  if (least < 0 || least > wanted) throw std::invalid_argument("list: least > wanted");
  return collections_detail::elements(source, least, wanted, wanted, draw);
}

/// `least` to `most` elements as `draw()` gives them, each number of them equally likely.
template <class Draw>
auto list(ChoiceSource& source, std::int64_t least, std::int64_t most, Draw draw) {
  if (least < 0 || least > most) throw std::invalid_argument("list: least > most");
  const std::int64_t target = drawn_number(source.bits(), least, most, uniformly());
  return collections_detail::elements(source, least, most, target, draw);
}

/// `total` as a sum of `count` numbers of least..most. Each such sum is equally likely when `most`
/// is no limit; otherwise what is over it goes to the parts that follow. Throws
/// std::invalid_argument when there is no such sum, or a bound is negative.
inline std::vector<std::int64_t> parts(ChoiceSource& source, std::int64_t total, std::int64_t count,
                                       std::int64_t least = 0, std::int64_t most = INT64_MAX) {
  const bool is_possible = count == 0 ? total == 0
                                      : count > 0 && least >= 0 && least <= total / count &&
                                            most >= least &&
                                            most >= total / count + (total % count > 0 ? 1 : 0) &&
                                            total <= INT64_MAX - count;
  if (!is_possible) throw std::invalid_argument("parts: there is no such sum");
  const auto whole = source.span("parts");
  if (count == 0) return {};
  const std::int64_t spare = total - count * least;
  std::vector<std::int64_t> bars = distinct(source, count - 1, 0, spare + count - 2);
  std::sort(bars.begin(), bars.end());
  bars.push_back(spare + count - 1);
  std::vector<std::int64_t> found;
  std::int64_t before = -1;
  for (const std::int64_t bar : bars) {
    found.push_back(least + bar - before - 1);
    before = bar;
  }
  std::int64_t over = 0;
  for (std::size_t i = 0; i < 2 * found.size(); ++i) {
    std::int64_t& part = found[i % found.size()];
    const std::int64_t now = part > most ? most : part + std::min(over, most - part);
    over += part - now;
    part = now;
  }
  return found;
}

}  // namespace arbiter
