#include <algorithm>

#include "stress/stress.hpp"

namespace arbiter::stress {
namespace {

using Sets = std::vector<std::set<std::size_t>>;

constexpr int k_most_steps = 20'000;

std::set<std::size_t> union_of(const Sets& sets) {
  std::set<std::size_t> all;
  for (const auto& one : sets)
    all.insert(one.begin(), one.end());
  return all;
}

std::set<std::size_t> without(std::set<std::size_t> left, const std::set<std::size_t>& taken) {
  for (const std::size_t element : taken)
    left.erase(element);
  return left;
}

std::vector<std::size_t> greedy_cover(const Sets& sets) {
  std::set<std::size_t> left = union_of(sets);
  std::vector<std::size_t> chosen;
  while (!left.empty()) {
    std::size_t best = 0;
    std::size_t gain = 0;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const std::size_t size = left.size() - without(left, sets[i]).size();
      if (size <= gain) continue;
      best = i;
      gain = size;
    }
    chosen.push_back(best);
    left = without(std::move(left), sets[best]);
  }
  std::ranges::sort(chosen);
  return chosen;
}

class Search {
 public:
  explicit Search(const Sets& sets) : sets_(sets) {
    for (const auto& one : sets)
      largest_ = std::max(largest_, one.size());
  }

  /// Whether `most` sets are enough for what is left.
  bool cover(const std::set<std::size_t>& left, std::size_t most) {
    if (left.empty()) return true;
    if (left.size() > most * largest_ || ++steps_ > k_most_steps) return false;
    // Something has to cover the first, so only those need be tried.
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      if (sets_[i].count(*left.begin()) == 0) continue;
      chosen_.push_back(i);
      if (cover(without(left, sets_[i]), most - 1)) return true;
      chosen_.pop_back();
    }
    return false;
  }

  [[nodiscard]] bool gave_up() const { return steps_ > k_most_steps; }
  [[nodiscard]] const std::vector<std::size_t>& chosen() const { return chosen_; }

 private:
  const Sets& sets_;
  std::size_t largest_ = 0;
  int steps_ = 0;
  std::vector<std::size_t> chosen_;
};

}  // namespace

std::vector<std::size_t> smallest_cover(const Sets& sets) {
  const std::set<std::size_t> all = union_of(sets);
  const std::vector<std::size_t> greedy = greedy_cover(sets);
  for (std::size_t most = 0; most < greedy.size(); ++most) {
    Search search(sets);
    if (search.cover(all, most)) {
      std::vector<std::size_t> chosen = search.chosen();
      std::ranges::sort(chosen);
      return chosen;
    }
    if (search.gave_up()) break;
  }
  return greedy;
}

}  // namespace arbiter::stress
