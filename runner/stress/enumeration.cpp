#include "stress/enumeration.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "stress/shrink/sequence_trials.hpp"
#include "stress/values.hpp"

namespace arbiter::stress {
namespace {

// A generator that searches for what it makes can take as long as a thousand others.
constexpr Nanoseconds k_slow = std::chrono::milliseconds(3);

}  // namespace

std::int64_t count_of_values(std::int64_t least, std::int64_t most) {
  const std::uint64_t all = gap(least, most);
  return all >= INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(all + 1);
}

std::int64_t value_at(std::int64_t least, std::int64_t most, std::uint64_t rank) {
  const std::int64_t simplest = simplest_choice(least, most);
  const std::uint64_t above = gap(simplest, most);
  const std::uint64_t below = gap(least, simplest);
  const std::uint64_t both = 2 * std::min({above, below, UINT64_MAX / 2});
  if (rank <= both) {
    const std::uint64_t step = (rank + 1) / 2;
    return rank % 2 == 1 ? plus(simplest, step) : plus(simplest, 0 - step);
  }
  const std::uint64_t step = rank - both / 2;
  return above > below ? plus(simplest, step) : plus(simplest, 0 - step);
}

Choice ChoiceWalk::Step::choice() const {
  return {value_at(least, most, static_cast<std::uint64_t>(rank)), least, most};
}

bool ChoiceWalk::take(const ChoiceSequence& recorded) {
  const std::vector<Choice> choices = choices_of(recorded);
  const std::size_t count = std::min(choices.size(), bounds_.choices);
  bool is_played_back = choices.size() >= steps_.size();
  for (std::size_t at = 0; at < count && is_played_back; ++at) {
    const Choice& choice = choices[at];
    // What was not asked for is the simplest, the first by rank.
    if (at == steps_.size()) steps_.push_back({0, choice.least, choice.most});
    is_played_back = steps_[at].choice() == choice;
  }
  const bool fits = choices.size() <= bounds_.choices;
  if (is_played_back && !fits) was_cut_ = true;
  advance();
  return fits && is_played_back;
}

void ChoiceWalk::refuse() {
  // What else begins so is not known.
  was_cut_ = true;
  advance();
}

void ChoiceWalk::advance() {
  while (!steps_.empty()) {
    Step& last = steps_.back();
    const std::int64_t values = count_of_values(last.least, last.most);
    if (last.rank + 1 < std::min(values, bounds_.values)) {
      ++last.rank;
      break;
    }
    if (bounds_.values < values) was_cut_ = true;
    steps_.pop_back();
  }
  if (steps_.empty()) {
    next_.reset();
    return;
  }
  ChoiceSequence sequence;
  for (const Step& step : steps_)
    sequence.push_back({ChoiceEvent::Kind::choice, step.choice(), {}});
  next_ = std::move(sequence);
}

Enumeration::Enumeration(std::vector<Variants> variants, std::optional<std::size_t> most_choices,
                         std::optional<model::SlowGenerators> slow)
    : most_choices_(most_choices), slow_(std::move(slow)) {
  for (std::size_t command = 0; command < variants.size(); ++command) {
    first_.push_back(all_.size());
    has_all_variants_.push_back(variants[command].are_all);
    for (std::vector<std::string>& arguments : variants[command].arguments) {
      Walked walked;
      walked.command = command;
      walked.arguments = std::move(arguments);
      all_.push_back(std::move(walked));
    }
  }
  current_ = all_.size();
}

WalkBounds Enumeration::bounds() const {
  if (most_choices_) return {round_, INT64_MAX};
  return {2 * round_, static_cast<std::int64_t>(round_ + 1)};
}

/// What is simplest has the fewest choices, or nearly so. The last round of a proof needs more than
/// that, and covers all rounds before it.
bool Enumeration::is_worth_a_walk(const Walked& walked) const {
  const bool is_last = most_choices_ && round_ == *most_choices_;
  return !walked.is_over && (is_last || walked.least_choices <= bounds().choices);
}

/// Moves on to a command that is not over, in this round or the next ones.
bool Enumeration::begin_next() {
  const auto is_over = [](const Walked& walked) { return walked.is_over; };
  while (!std::ranges::all_of(all_, is_over)) {
    ++current_;
    if (current_ >= all_.size()) {
      if (most_choices_ && round_ == *most_choices_) return false;
      ++round_;
      current_ = 0;
    }
    if (!is_worth_a_walk(all_[current_])) continue;
    walk_.emplace(bounds());
    return true;
  }
  return false;
}

void Enumeration::end_walk() {
  Walked& walked = all_[current_];
  if (!walk_->was_cut()) walked.is_over = walked.is_complete = true;
  if (most_choices_) walked.choices = round_;
  walk_.reset();
}

bool Enumeration::takes_too_long(const MadeInput& made) const {
  if (most_choices_) return false;
  if (!slow_) return made.cpu > k_slow;
  const auto known = slow_->find(current_);
  return known != slow_->end() && known->second <= all_[current_].plays;
}

model::SlowGenerators Enumeration::slow() const {
  model::SlowGenerators slow;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (all_[i].is_slow) slow.emplace(i, all_[i].plays);
  }
  return slow;
}

std::optional<Drawn> Enumeration::take(MadeInput made) {
  Walked& walked = all_[current_];
  ++walked.plays;
  if (takes_too_long(made)) walked.is_over = walked.is_slow = true;
  if (!made.fault.empty()) {
    // Nothing was recorded, so nothing is known of what it wanted to choose.
    if (walk_->next()->empty()) walked.is_over = true;
    walk_->refuse();
    return std::nullopt;
  }
  if (!made.choices) {
    walked.is_over = walked.lacks_kit = true;
    walk_->refuse();
    return std::nullopt;
  }
  if (walk_->next()->empty()) walked.least_choices = choices_of(*made.choices).size();
  const bool fits = walk_->take(*made.choices);
  if (!fits) return std::nullopt;
  const auto [place, is_new] = seen_.emplace(made.input, false);
  walked.inputs.emplace(&place->first, round_);
  if (!is_new) return std::nullopt;
  ++unsettled_;
  return Drawn{{walked.command, walked.arguments, std::move(made.choices), true},
               std::move(made.input)};
}

Result<std::optional<Drawn>> Enumeration::next(const Play& play,
                                               const std::function<bool()>& is_over) {
  while (true) {
    // Of some generators most sequences make nothing new.
    if (is_over()) return std::optional<Drawn>();
    if (!walk_ && !begin_next()) return std::optional<Drawn>();
    const Walked& walked = all_[current_];
    ARBITER_TRY(made, play(walked.command, walked.arguments, *walk_->next()));
    std::optional<Drawn> candidate = take(std::move(made));
    if (walked.is_slow || !is_worth_a_walk(walked)) {
      walk_.reset();
    } else if (!walk_->next()) {
      end_walk();
    }
    if (candidate) return candidate;
  }
}

void Enumeration::settle(const std::string& input, bool is_valid) {
  --unsettled_;
  const auto found = seen_.find(input);
  if (found != seen_.end()) found->second = is_valid;
}

model::StressExhausted Enumeration::reached_of(std::size_t command) const {
  model::StressExhausted reached;
  reached.is_complete = has_all_variants_[command];
  std::size_t rounds = SIZE_MAX;  // that all variants have behind them
  for (const Walked& walked : all_) {
    if (walked.command != command || walked.is_complete) continue;
    reached.is_complete = false;
    rounds = std::min(rounds, walked.choices);
  }
  std::unordered_set<const std::string*> inputs;
  for (const Walked& walked : all_) {
    if (walked.command != command) continue;
    for (const auto& [input, round] : walked.inputs) {
      if (round > rounds || !seen_.at(*input) || !inputs.insert(input).second) continue;
      add_values(*input, reached.values);
      const auto rank = [](const std::string& one) { return std::pair(one.size(), one); };
      if (rank(reached.largest) < rank(*input)) reached.largest = *input;
    }
  }
  reached.inputs = static_cast<std::int64_t>(inputs.size());
  reached.choices = rounds == SIZE_MAX ? 0 : static_cast<std::int64_t>(rounds);
  return reached;
}

std::vector<model::StressExhausted> Enumeration::reached(
    const std::vector<DrawCommand>& commands) const {
  std::vector<model::StressExhausted> all;
  // What one command made first is not handed out for another one again, so nothing is known of
  // any.
  if (unsettled_ > 0) return all;
  for (std::size_t command = 0; command < first_.size(); ++command) {
    model::StressExhausted reached = reached_of(command);
    reached.generator = commands[command].shown;
    if (reached.is_complete || reached.choices > 0) all.push_back(std::move(reached));
  }
  return all;
}

}  // namespace arbiter::stress
