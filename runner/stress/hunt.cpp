#include "stress/hunt.hpp"

#include <algorithm>
#include <chrono>
#include <unordered_map>
#include <utility>

#include "stress/choices/shrink_choices.hpp"
#include "stress/shrink/sequence_trials.hpp"
#include "stress/text/shrink_text.hpp"

namespace arbiter::stress {
namespace {

using Clock = std::chrono::steady_clock;

/// What is tried, and what came of it.
class Reduction {
 public:
  Reduction(Workplace& place, const std::string& name, Hit hit, const ReduceControl& control)
      : place_(place),
        name_(name),
        control_(control),
        begin_(Clock::now()),
        end_(begin_ + control.time),
        last_better_(begin_),
        hit_(std::move(hit)),
        original_bytes_(hit_.input.size()) {}

  Result<model::StressFailure> run() {
    if (is_over()) return finish(false);
    if (!fails(hit_.input)) {
      // What fails once and not again cannot be made smaller.
      if (fault_) return *fault_;
      return finish(false);
    }
    // What a generator makes of other choices may take all the time, and shortens short texts less.
    if (place_.bench.has_validators()) end_ -= (end_ - begin_) / 2;
    ARBITER_TRY(by_choices, shrink_by_choices());
    bool is_done = by_choices;
    end_ = begin_ + control_.time;
    last_better_ = Clock::now();
    if (place_.bench.has_validators()) is_done = !is_over() && shrink_by_text() && is_done;
    if (fault_) return *fault_;
    return finish(is_done);
  }

 private:
  /// What was seen of an input, and its answer; none: it does not fail in the same way.
  using Failure = std::optional<std::pair<model::TestJudgement, std::string>>;

  [[nodiscard]] bool is_over() const {
    const auto now = Clock::now();
    // A run that fails takes about as long as the one before.
    return fault_ || control_.is_stopped() || now + hit_.judgement.run.wall >= end_ ||
           now - last_better_ >= control_.patience;
  }

  /// Whether the submission fails on it in the same way; what is smaller is kept.
  bool fails(const std::string& input) {
    const auto known = known_.find(input);
    if (known != known_.end()) return known->second.has_value();
    auto examined = examine(place_, input, {hit_.submission});
    if (!examined) {
      if (!control_.is_stopped()) fault_ = std::move(examined).error();
      return false;
    }
    const bool is_same =
        !examined->judgements.empty() && examined->judgements[0].verdict == hit_.judgement.verdict;
    Failure failure;
    if (is_same) failure = {std::move(examined->judgements[0]), std::move(examined->answer)};
    return known_.emplace(input, std::move(failure)).first->second.has_value();
  }

  void keep(const std::string& input) {
    last_better_ = Clock::now();
    const auto& [judgement, answer] = *known_.at(input);
    hit_.input = input;
    hit_.judgement = judgement;
    hit_.answer = answer;
    if (control_.on_better) control_.on_better(static_cast<std::int64_t>(input.size()));
  }

  std::optional<MadeInput> play(const ChoiceSequence& candidate) {
    auto made = place_.bench.play(name_, hit_.origin.arguments, candidate);
    if (!made) {
      if (!control_.is_stopped()) fault_ = std::move(made).error();
      return std::nullopt;
    }
    if (!made->fault.empty() || !made->choices) return std::nullopt;
    return std::move(made).value();
  }

  /// The choices behind the input; none for a generator without the kit.
  Result<std::optional<ChoiceSequence>> find_choices() {
    if (hit_.origin.choices) return hit_.origin.choices;
    ARBITER_TRY(made, place_.bench.draw(name_, hit_.origin.arguments, true));
    // It may have made another input of the same command.
    if (!made.fault.empty() || made.input != hit_.input) return std::optional<ChoiceSequence>();
    return made.choices;
  }

  Result<bool> shrink_by_choices() {
    keep(hit_.input);
    ARBITER_TRY(choices, find_choices());
    if (!choices) return true;
    original_choices_ = static_cast<std::int64_t>(choices_of(*choices).size());
    const auto attempt = [this](const ChoiceSequence& candidate) -> std::optional<ChoiceSequence> {
      auto made = play(candidate);
      if (!made || !fails(made->input)) return std::nullopt;
      last_ = std::move(made->input);
      return std::move(made->choices);
    };
    ShrinkControl control;
    control.is_over = [this] { return is_over(); };
    control.on_better = [this](const ChoiceSequence& best) {
      if (!last_.empty()) keep(last_);
      hit_.origin.choices = best;
    };
    control.play = [this](const ChoiceSequence& candidate) -> std::optional<ChoiceSequence> {
      auto made = play(candidate);
      if (!made) return std::nullopt;
      return std::move(made->choices);
    };
    ShrunkChoices shrunk = shrink_choices(*choices, attempt, control);
    attempts_ += shrunk.attempts;
    hit_.origin.choices = std::move(shrunk.best);
    return shrunk.is_done;
  }

  bool shrink_by_text() {
    const ShrunkText shrunk = shrink_text(
        hit_.input,
        [this](const std::string& text) {
          if (!fails(text)) return false;
          last_better_ = Clock::now();
          return true;
        },
        [this] { return is_over(); });
    attempts_ += shrunk.attempts;
    if (shrunk.best != hit_.input) keep(shrunk.best);
    return shrunk.is_done;
  }

  [[nodiscard]] model::StressFailure finish(bool is_done) const {
    model::StressFailure failure = failure_of(hit_);
    failure.original_bytes = static_cast<std::int64_t>(original_bytes_);
    if (original_choices_) {
      failure.original_choices = original_choices_;
      failure.shrunk_choices = static_cast<std::int64_t>(choices_of(*hit_.origin.choices).size());
      failure.choices = choice_text(*hit_.origin.choices);
    }
    failure.shrink_attempts = attempts_;
    failure.shrink_time = std::chrono::duration_cast<Nanoseconds>(Clock::now() - begin_);
    failure.is_shrunk_out = is_done;
    return failure;
  }

  Workplace& place_;
  const std::string& name_;
  const ReduceControl& control_;
  Clock::time_point begin_;
  Clock::time_point end_;  ///< of what is done now
  Clock::time_point last_better_;
  Hit hit_;
  std::size_t original_bytes_;
  std::optional<std::int64_t> original_choices_;  ///< none for a generator without the kit
  std::int64_t attempts_ = 0;
  std::string last_;  ///< the input of the last attempt that failed as wanted
  std::optional<Error> fault_;
  std::unordered_map<std::string, Failure> known_;
};

}  // namespace

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

model::StressFailure failure_of(const Hit& hit) {
  model::StressFailure failure;
  failure.submission = hit.submission;
  failure.verdict = hit.judgement.verdict;
  failure.message = hit.judgement.message;
  failure.first_difference = hit.judgement.first_difference;
  failure.found_after = hit.found_after;
  failure.original_bytes = failure.shrunk_bytes = static_cast<std::int64_t>(hit.input.size());
  failure.is_shrunk_out = false;
  failure.input = hit.input;
  failure.expected = hit.answer;
  failure.got = hit.judgement.output_head;
  failure.error_tail = hit.judgement.error_tail;
  return failure;
}

Result<model::StressFailure> reduce(Workplace& place, const std::string& name, Hit hit,
                                    const ReduceControl& control) {
  return Reduction(place, name, std::move(hit), control).run();
}

}  // namespace arbiter::stress
