#include <deque>

#include "stress/choices/choice_passes.hpp"

namespace arbiter::stress {
namespace {

constexpr int k_most_considered = 2000;
constexpr int k_most_played = 12000;
constexpr std::size_t k_most_waiting = 60000;

/// Sequences from the simplest one on, those first whose values lie least far from their simplest
/// in all. Each is given by its values up to the last that is not the simplest.
class ShorterOnes {
 public:
  explicit ShorterOnes(ChoiceTrials& trials) : trials_(trials) { wait(0, {}); }

  void search() {
    while (left_ > 0 && played_ < k_most_played && !trials_.is_over()) {
      while (level_ < waiting_.size() && waiting_[level_].empty())
        ++level_;
      if (level_ == waiting_.size()) return;
      const Values values = std::move(waiting_[level_].front());
      waiting_[level_].pop_front();
      if (take(values)) return;
    }
  }

 private:
  static constexpr std::size_t k_levels = 40;

  /// Whether it was better.
  bool take(const Values& values) {
    ++played_;
    if (!trials_.can_play()) {
      --left_;
      if (trials_.consider(values)) return true;
      wait_for_next(supposed(values), values.size());
      return false;
    }
    const std::optional<ChoiceLayout> played = trials_.played(values);
    if (!played) return false;
    if (played->choices().size() < trials_.size()) {
      --left_;
      if (trials_.consider_made(played->sequence())) return true;
    }
    wait_for_next(played->choices(), values.size());
    return false;
  }

  /// Where nothing can be learnt: the bounds that there were.
  std::vector<Choice> supposed(const Values& values) const {
    std::vector<Choice> choices = trials_.choices();
    for (std::size_t i = 0; i < choices.size(); ++i)
      choices[i].value = i < values.size() ? values[i] : value_at(choices[i], 0);
    return choices;
  }

  /// What differs in one choice after the last that is not the simplest, or has that one farther.
  void wait_for_next(const std::vector<Choice>& choices, std::size_t size) {
    Values values = values_of(choices);
    // What has that many choices in common with a sequence of more is longer as well.
    const std::size_t end = std::min(choices.size(), trials_.size() - 1);
    for (std::size_t at = size > 0 ? size - 1 : 0; at < end; ++at) {
      const std::uint64_t next = distance(choices[at]) + 1;
      if (next > farthest(choices[at])) continue;
      Values longer(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at));
      longer.push_back(value_at(choices[at], next));
      wait(level_ + 1, std::move(longer));
    }
  }

  void wait(std::size_t level, Values values) {
    if (level >= k_levels || count_ >= k_most_waiting) return;
    if (waiting_.size() <= level) waiting_.resize(level + 1);
    waiting_[level].push_back(std::move(values));
    ++count_;
  }

  ChoiceTrials& trials_;
  std::vector<std::deque<Values>> waiting_;  // by the sum of the distances
  std::size_t level_ = 0;
  std::size_t count_ = 0;
  int left_ = k_most_considered;
  int played_ = 0;
};

}  // namespace

void try_shorter_ones(ChoiceTrials& trials) {
  if (trials.size() <= trials.limits().search_up_to && trials.size() > 0)
    ShorterOnes(trials).search();
}

}  // namespace arbiter::stress
