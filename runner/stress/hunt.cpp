#include "stress/hunt.hpp"

#include <algorithm>
#include <utility>

namespace arbiter::stress {

std::uint64_t Hunt::begin() {
  active_.insert(next_);
  return next_++;
}

bool Hunt::is_open(const State& state) const {
  return static_cast<int>(state.found.size()) < most_;
}

bool Hunt::is_wanted(const State& state) const {
  const std::size_t known = state.found.size() + state.hits.size();
  return static_cast<int>(known) + state.shrinking < most_;
}

std::vector<std::size_t> Hunt::wanted() const {
  std::vector<std::size_t> wanted;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (is_wanted(all_[i])) wanted.push_back(i);
  }
  if (of_any_ && wanted.size() < all_.size()) return {};
  return wanted;
}

void Hunt::end(std::uint64_t number, std::vector<Hit> hits) {
  active_.erase(number);
  for (Hit& hit : hits)
    all_[hit.submission].hits.emplace(number, std::move(hit));
}

std::optional<Hit> Hunt::take_hit() {
  for (State& state : all_) {
    // One at a time, so that what is found twice does not count twice.
    if (state.hits.empty() || state.shrinking > 0 || !is_open(state)) continue;
    const auto first = state.hits.begin();
    if (!active_.empty() && *active_.begin() < first->first) continue;
    Hit hit = std::move(first->second);
    state.hits.erase(first);
    ++state.shrinking;
    ++shrinking_;
    return hit;
  }
  return std::nullopt;
}

void Hunt::shrunk(std::size_t submission, const std::string& input) {
  State& state = all_[submission];
  --state.shrinking;
  --shrinking_;
  state.found.insert(input);
}

std::vector<Hit> Hunt::take_rest() {
  std::vector<Hit> rest;
  for (State& state : all_) {
    while (!state.hits.empty() && is_open(state)) {
      Hit hit = std::move(state.hits.begin()->second);
      state.hits.erase(state.hits.begin());
      if (state.found.insert(hit.input).second) rest.push_back(std::move(hit));
    }
  }
  return rest;
}

bool Hunt::is_complete() const {
  return std::ranges::none_of(all_, [this](const State& state) { return is_open(state); });
}

}  // namespace arbiter::stress
