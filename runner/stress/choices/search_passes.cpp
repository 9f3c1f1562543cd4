#include <algorithm>
#include <deque>
#include <set>

#include "stress/choices/choice_cuts.hpp"
#include "stress/choices/choice_passes.hpp"

namespace arbiter::stress {
namespace {

constexpr std::size_t k_search_up_to = 60;  // choices
constexpr std::size_t k_most_cuts = 120;
constexpr int k_most_considered = 2000;
constexpr int k_most_played = 12000;
constexpr std::size_t k_most_waiting = 60000;

/// Single units of all groups. Where it can be learnt, only those that leave fewer choices: two
/// cuts of which one leaves as many have seldom a meaning.
std::vector<ChoiceCut> single_cuts(const ChoiceTrials& trials) {
  std::vector<ChoiceCut> cuts;
  std::set<Values> known;
  for (const ChoiceGroup& group : trials.best().groups()) {
    for (const CutWay& way : ways_of(trials.best(), group)) {
      const Cuttable what = {group, way};
      const std::size_t units = units_of(trials.best(), what);
      for (std::size_t unit = 0; unit < units && cuts.size() < k_most_cuts; ++unit) {
        ChoiceCut cut = cut_of(trials.best(), what, unit, 1);
        const std::optional<Values> values = without(trials.choices(), {&cut});
        if (!values || !known.insert(*values).second) continue;
        if (trials.can_play()) {
          const std::optional<ChoiceLayout> played = trials.played(*values);
          if (!played || played->choices().size() >= trials.size()) continue;
        }
        cuts.push_back(std::move(cut));
      }
    }
  }
  return cuts;
}

bool is_touched(const ChoiceCut& cut, std::size_t at) {
  return cut.counter == at || std::any_of(cut.ranges.begin(), cut.ranges.end(), [&](auto& range) {
           return range.begin <= at && at < range.end;
         });
}

/// Values that a choice can have instead: near the simplest and near the one it has.
std::vector<std::int64_t> other_values(const Choice& choice) {
  std::vector<std::int64_t> values;
  const std::uint64_t now = distance(choice);
  const std::uint64_t most = farthest(choice);
  for (const std::uint64_t far :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, now - 1, now + 1}) {
    // Below zero it wraps around, to what is beyond the farthest.
    if (far > most || far == now) continue;
    const std::int64_t value = value_at(choice, far);
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  return values;
}

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

void cut_several(ChoiceTrials& trials) {
  if (trials.size() > k_search_up_to) return;
  const std::vector<ChoiceCut> cuts = single_cuts(trials);
  int left = k_most_considered;
  const auto consider = [&](const std::vector<const ChoiceCut*>& some) {
    const std::optional<Values> values = without(trials.choices(), some);
    if (values) --left;
    return values && trials.consider(*values);
  };
  for (std::size_t i = 0; i < cuts.size() && left > 0; ++i) {
    for (std::size_t j = i + 1; j < cuts.size() && left > 0 && !trials.is_over(); ++j) {
      if (consider({&cuts[i], &cuts[j]})) return;
    }
  }
  left = k_most_considered / 2;
  for (std::size_t i = 0; i < cuts.size() && left > 0; ++i) {
    for (std::size_t j = i + 1; j < cuts.size() && left > 0; ++j) {
      for (std::size_t k = j + 1; k < cuts.size() && left > 0 && !trials.is_over(); ++k) {
        if (consider({&cuts[i], &cuts[j], &cuts[k]})) return;
      }
    }
  }
}

void cut_and_change(ChoiceTrials& trials) {
  if (trials.size() > k_search_up_to) return;
  int left = k_most_considered;
  for (const ChoiceCut& cut : single_cuts(trials)) {
    for (std::size_t at = 0; at < trials.size(); ++at) {
      if (is_touched(cut, at)) continue;
      for (const std::int64_t value : other_values(trials.choices()[at])) {
        if (trials.is_over() || left-- <= 0) return;
        std::vector<Choice> changed = trials.choices();
        changed[at].value = value;
        const std::optional<Values> values = without(changed, {&cut});
        if (values && trials.consider(*values)) return;
      }
    }
  }
}

void try_shorter_ones(ChoiceTrials& trials) {
  if (trials.size() <= k_search_up_to && trials.size() > 0) ShorterOnes(trials).search();
}

}  // namespace arbiter::stress
