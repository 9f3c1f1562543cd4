#include "stress/reduce.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <unordered_map>
#include <utility>

#include "stress/choices/shrink_choices.hpp"
#include "stress/text/shrink_text.hpp"

namespace arbiter::stress {
namespace {

using Clock = std::chrono::steady_clock;

/// What is tried, and what came of it.
class Reduction {
 public:
  Reduction(Workplace& place, const std::string& name, Hit hit, const ReduceControl& control)
      : place_(place), name_(name), control_(control), begin_(Clock::now()) {
    reduced_.hit = std::move(hit);
  }

  Result<Reduced> run() {
    if (!fails(reduced_.hit.input)) {
      // What fails once and not again cannot be made smaller.
      if (fault_) return *fault_;
      return finish(false);
    }
    ARBITER_TRY(by_choices, shrink_by_choices());
    bool is_done = by_choices;
    if (place_.bench.has_validators() && !is_over()) is_done = shrink_by_text() && is_done;
    if (fault_) return *fault_;
    return finish(is_done && !is_over());
  }

 private:
  [[nodiscard]] bool is_over() const {
    return fault_ || control_.is_stopped() || Clock::now() - begin_ >= control_.time;
  }

  /// Whether the submission fails on it in the same way; what is smaller is kept.
  bool fails(const std::string& input) {
    const auto known = known_.find(input);
    if (known != known_.end()) return known->second;
    auto examined = examine(place_, input, {reduced_.hit.submission});
    if (!examined) {
      if (!control_.is_stopped()) fault_ = std::move(examined).error();
      return false;
    }
    const bool is_same = !examined->judgements.empty() &&
                         examined->judgements[0].verdict == reduced_.hit.judgement.verdict;
    known_.emplace(input, is_same);
    if (!is_same) return false;
    answers_[input] = {std::move(examined->judgements[0]), std::move(examined->answer)};
    return true;
  }

  void keep(const std::string& input) {
    const auto& [judgement, answer] = answers_.at(input);
    reduced_.hit.input = input;
    reduced_.hit.judgement = judgement;
    reduced_.hit.answer = answer;
    if (control_.on_better) control_.on_better(static_cast<std::int64_t>(input.size()));
  }

  std::optional<MadeInput> play(const ChoiceSequence& candidate) {
    auto made = place_.bench.play(name_, reduced_.hit.origin.arguments, candidate);
    if (!made) {
      if (!control_.is_stopped()) fault_ = std::move(made).error();
      return std::nullopt;
    }
    if (!made->fault.empty() || !made->choices) return std::nullopt;
    return std::move(made).value();
  }

  /// The choices behind the input; none for a generator without the kit.
  Result<std::optional<ChoiceSequence>> find_choices() {
    if (reduced_.hit.origin.choices) return reduced_.hit.origin.choices;
    ARBITER_TRY(made, place_.bench.draw(name_, reduced_.hit.origin.arguments, true));
    if (!made.fault.empty() || made.input != reduced_.hit.input) {
      reduced_.is_other_input = true;
      return std::optional<ChoiceSequence>();
    }
    return made.choices;
  }

  Result<bool> shrink_by_choices() {
    keep(reduced_.hit.input);
    ARBITER_TRY(choices, find_choices());
    if (!choices) return true;
    reduced_.original_choices = static_cast<std::int64_t>(count_choices(*choices));
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
      reduced_.hit.origin.choices = best;
    };
    control.play = [this](const ChoiceSequence& candidate) -> std::optional<ChoiceSequence> {
      auto made = play(candidate);
      if (!made) return std::nullopt;
      return std::move(made->choices);
    };
    ShrunkChoices shrunk = shrink_choices(*choices, attempt, control);
    reduced_.attempts += shrunk.attempts;
    reduced_.shrunk_choices = static_cast<std::int64_t>(count_choices(shrunk.sequence));
    reduced_.hit.origin.choices = std::move(shrunk.sequence);
    return shrunk.is_done;
  }

  bool shrink_by_text() {
    TextControl control;
    control.is_over = [this] { return is_over(); };
    ShrunkText shrunk = shrink_text(
        reduced_.hit.input, [this](const std::string& text) { return fails(text); }, control);
    reduced_.attempts += shrunk.attempts;
    if (shrunk.text != reduced_.hit.input) keep(shrunk.text);
    return shrunk.is_done;
  }

  Reduced finish(bool is_done) {
    reduced_.is_done = is_done;
    reduced_.time = std::chrono::duration_cast<Nanoseconds>(Clock::now() - begin_);
    return std::move(reduced_);
  }

  Workplace& place_;
  const std::string& name_;
  const ReduceControl& control_;
  Clock::time_point begin_;
  Reduced reduced_;
  std::string last_;  ///< the input of the last attempt that failed as wanted
  std::optional<Error> fault_;
  std::unordered_map<std::string, bool> known_;
  std::map<std::string, std::pair<model::TestJudgement, std::string>> answers_;
};

}  // namespace

Result<Reduced> reduce(Workplace& place, const std::string& name, Hit hit,
                       const ReduceControl& control) {
  return Reduction(place, name, std::move(hit), control).run();
}

}  // namespace arbiter::stress
