#pragma once

#include <algorithm>
#include <arbiter/choice_sequence.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace arbiter::stress {

using Values = std::vector<std::int64_t>;

/// How far it is from one number up to another, and the number so far above one; of any numbers.
std::uint64_t gap(std::int64_t from, std::int64_t to);
std::int64_t plus(std::int64_t value, std::uint64_t more);

/// How far a choice lies from its simplest value.
std::uint64_t distance(const Choice& choice);

/// The value so far from the simplest one, on the side where the choice lies now; the simplest
/// choices lie on the side that has room.
std::int64_t value_at(const Choice& choice, std::uint64_t distance);

/// How far a choice can go from its simplest value, on the side that value_at takes.
std::uint64_t farthest(const Choice& choice);

std::vector<Choice> choices_of(const ChoiceSequence& sequence);
Values values_of(const std::vector<Choice>& choices);

/// The order in which a shrinker looks for the least: fewer choices first, then the choices from
/// the front by their distance, at equal distance the positive one first. Strict.
bool is_simpler(const std::vector<Choice>& one, const std::vector<Choice>& other);

/// Places begin, begin + 1, …, end - 1 of a sequence: its choices, or the bytes of a text.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
  bool operator==(const Range&) const = default;
};

/// What is taken away together, and the element that counts it, which falls by as much.
struct Cut {
  std::vector<Range> ranges;
  std::optional<std::size_t> counter = std::nullopt;
  std::int64_t amount = 0;
};

/// What can be taken out of a sequence unit by unit, and the element that seems to count the units.
struct Family {
  std::vector<std::vector<Range>> units;
  std::optional<std::size_t> counter = std::nullopt;
};

/// Takes `count` units from `first` on.
Cut cut_of(const Family& family, std::size_t first, std::size_t count);

/// Cuts, and other values for some elements.
struct Edit {
  std::vector<const Cut*> cuts = {};
  std::map<std::size_t, std::int64_t> values = {};
};

/// What shrinking came to.
template <class Sequence>
struct Shrunk {
  Sequence best;
  std::int64_t attempts = 0;  ///< how often something was tried
  bool is_done = false;       ///< nothing more can be taken away; false: it was over first
};

/// What an edit leaves: the value of each element, and for each place whether it is cut.
struct Edited {
  Values values;
  std::vector<bool> is_cut;
};

/// 128 bits that differ between any two sequences of numbers or letters that a run will meet, so
/// that what was tried can be remembered without being kept.
using Fingerprint = std::pair<std::uint64_t, std::uint64_t>;

template <class Sequence>
Fingerprint fingerprint(const Sequence& sequence) {
  const auto mix = [](std::uint64_t x) {
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
  };
  Fingerprint print = {sequence.size(), ~sequence.size()};
  for (const auto each : sequence) {
    const auto part = static_cast<std::uint64_t>(each);
    print.first = mix(print.first * 3 + part + 0x9e3779b97f4a7c15U);
    print.second = mix(print.second * 5 + (part ^ 0xd1b54a32d192ed03U));
  }
  return print;
}

/// How far passes go with a kind of sequence.
struct SequenceLimits {
  bool cuts_may_cross = false;    // two cuts may have places in common
  std::size_t search_up_to = 0;   // places, for passes that consider several changes at a time
  std::size_t windows_up_to = 0;  // places, for passes that look at each
  std::size_t pairs_up_to = 0;    // elements, of which any two may move together
};

/// The smallest sequence so far, and the only way to a smaller one: to consider an edit. A sequence
/// has places, which can be cut, and elements, whose values can be lowered.
///
/// What a pass considers may depend on the best sequence only, never on what was considered before:
/// then a round of all passes in which nothing was better finds nothing better the next time too.
class SequenceTrials {
 public:
  /// Takes a reference that must outlive it, to what says whether to stop; may be empty.
  SequenceTrials(const std::function<bool()>& asks_to_stop, const SequenceLimits& limits)
      : asks_to_stop_(asks_to_stop), limits_(limits) {}
  SequenceTrials(const SequenceTrials&) = delete;
  SequenceTrials& operator=(const SequenceTrials&) = delete;
  virtual ~SequenceTrials() = default;

  virtual const std::vector<Choice>& elements() const = 0;
  /// How many places there are.
  virtual std::size_t size() const = 0;
  virtual Range place_of(std::size_t element) const = 0;
  /// Whether an amount may move from the element to another one.
  virtual bool is_number(std::size_t element) const = 0;
  virtual std::vector<Family> families() const = 0;
  /// Sets of elements of which equal ones may mean the same. `wide`: also such as seldom do.
  virtual std::vector<std::vector<std::size_t>> kinds(bool wide) const = 0;

  /// What an edit leaves; none if two cuts cross, or a count would fall below what it must be, or
  /// is cut itself.
  std::optional<Edited> edited(const Edit& edit) const;
  bool consider(const Edit& edit);
  /// Whether the candidate is the new best, or what was made of it.
  virtual bool consider(const Edited& candidate) = 0;
  virtual Fingerprint print_of(const Edited& candidate) const = 0;
  /// False where it can be learnt that as many places are left.
  virtual bool can_be_shorter(const Edited& candidate) const = 0;

  const SequenceLimits& limits() const { return limits_; }
  Values values() const { return values_of(elements()); }
  bool is_over();
  std::int64_t attempts() const { return attempts_; }
  /// How often there was a new best.
  std::int64_t steps() const { return steps_; }

 protected:
  /// Whether it was never asked for before.
  bool is_new(const Fingerprint& print) { return seen_.insert(print).second; }
  void count_attempt() { ++attempts_; }
  void count_step() { ++steps_; }

 private:
  const std::function<bool()>& asks_to_stop_;
  SequenceLimits limits_;
  std::set<Fingerprint> seen_;
  std::int64_t attempts_ = 0;
  std::int64_t steps_ = 0;
  bool is_over_ = false;
};

// Passes that make any sequence smaller. Each considers candidates made from the best sequence,
// goes on from what is better, and ends when it has nothing more to consider or it is over.

/// Finds a family in the best sequence, anew each time the sequence has changed; one without units
/// if it is gone.
using FindFamily = std::function<Family()>;

/// All units of a family at once, then halves, and so on to single ones, from the back.
void cut_units(SequenceTrials& trials, const FindFamily& find);
/// A few places in a row of a short sequence, whatever they mean.
void cut_windows(SequenceTrials& trials);

/// One value after the other.
void lower_each(SequenceTrials& trials);
/// All values of a kind that are equal, or not below one; two values that change names.
void lower_equal(SequenceTrials& trials);
void rename_values(SequenceTrials& trials);
/// Two numbers: one falls and the other grows, or both fall by as much.
void move_pairs(SequenceTrials& trials);

// Searches for what the others cannot reach in single steps. Each considers a few thousand
// candidates at most, and ends with the first that is better.

/// Two or three cuts at a time, at any places.
void cut_several(SequenceTrials& trials);
/// A cut, and another value for one of the elements that are left.
void cut_and_change(SequenceTrials& trials);

template <class Trials>
using Passes = std::vector<std::function<void(Trials&)>>;

/// Runs all passes again and again; when none of them finds anything better, the searches up to the
/// first that does; and ends when they do not either.
template <class Trials>
void shrink(Trials& trials, const Passes<Trials>& passes, const Passes<Trials>& searches) {
  const auto is_better_after = [&trials](const auto& pass) {
    const std::int64_t steps = trials.steps();
    pass(trials);
    return trials.steps() > steps;
  };
  while (!trials.is_over()) {
    if (std::ranges::count_if(passes, is_better_after) > 0) continue;
    if (std::ranges::none_of(searches, is_better_after)) return;
  }
}

}  // namespace arbiter::stress
