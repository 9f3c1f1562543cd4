#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arbiter/choice_sequence.hpp"
#include "arbiter/distribution.hpp"
#include "arbiter/random_bits.hpp"

namespace arbiter {

/// The random decisions of a generator, each with the bounds that it declares. The same seed gives
/// the same decisions everywhere; a sequence that was recorded gives them again.
///
/// Any sequence can be played back, also one that was edited: a value out of its bounds becomes the
/// nearest within, where the sequence is too short each choice is its simplest, what is left over
/// is ignored. So what is drawn is valid whatever the sequence says.
class ChoiceSource {
 public:
  explicit ChoiceSource(std::uint64_t seed) : bits_(seed) {}

  /// A seed of any text, as a command line.
  explicit ChoiceSource(std::string_view text) : bits_(text) {}

  /// Plays a sequence back.
  explicit ChoiceSource(const ChoiceSequence& played) : bits_(0) { play(played); }

  ChoiceSource(const ChoiceSource&) = delete;
  ChoiceSource& operator=(const ChoiceSource&) = delete;

  /// From now on what is decided is kept.
  void record() { is_recording_ = true; }
  const ChoiceSequence& recorded() const { return recorded_; }

  /// A number from `least` to `most`, both included. Throws std::invalid_argument when there is
  /// none.
  std::int64_t integer(std::int64_t least, std::int64_t most,
                       const Distribution& as = uniformly()) {
    return choose(least, most, [&] { return drawn_number(bits_, least, most, as); });
  }

  /// `wanted`, unless a sequence that is played back says less: a size that is fixed in a test and
  /// yet can be made smaller.
  std::int64_t size(std::int64_t least, std::int64_t wanted) {
    return choose(least, wanted, [&] { return wanted; });
  }

  /// True in `times` of `of` cases; throws std::invalid_argument unless 0 <= times <= of, 0 < of.
  bool chance(std::int64_t times, std::int64_t of) {
    if (times < 0 || of <= 0 || times > of) throw std::invalid_argument("chance: not a share");
    return choose(times == of ? 1 : 0, times > 0 ? 1 : 0, [&] {
             return std::int64_t{drawn_number(bits_, 0, of - 1, uniformly()) < times};
           }) == 1;
  }

  /// 0 to `count` - 1; the count must not be 0.
  std::size_t index(std::size_t count) {
    if (count == 0) throw std::invalid_argument("index: nothing to choose from");
    return static_cast<std::size_t>(integer(0, static_cast<std::int64_t>(count) - 1));
  }

  /// One of the elements, which must not be none.
  template <class T>
  T pick(const std::vector<T>& from) {
    if (from.empty()) throw std::invalid_argument("pick: nothing to pick from");
    return from[index(from.size())];
  }
  template <class T>
  T pick(std::initializer_list<T> from) {
    return pick(std::vector<T>(from));
  }

  /// A place of `weights`, as likely as its weight is large. A place of weight 0 is never taken.
  /// Throws std::invalid_argument when a weight is negative or their sum is 0 or too large.
  std::size_t weighted_index(const std::vector<std::int64_t>& weights) {
    std::vector<std::size_t> places;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (weights[i] < 0 || weights[i] > INT64_MAX - sum) {
        throw std::invalid_argument("weighted_index: a weight is negative or too large");
      }
      sum += weights[i];
      if (weights[i] > 0) places.push_back(i);
    }
    if (places.empty()) throw std::invalid_argument("weighted_index: nothing to choose from");
    const std::int64_t place = choose(0, static_cast<std::int64_t>(places.size()) - 1, [&] {
      std::int64_t left = drawn_number(bits_, 0, sum - 1, uniformly());
      std::size_t at = 0;
      while (left >= weights[places[at]])
        left -= weights[places[at++]];
      return static_cast<std::int64_t>(at);
    });
    return places[static_cast<std::size_t>(place)];
  }

  /// One of the elements, each with the weight at its place.
  template <class T>
  T weighted_pick(const std::vector<T>& from, const std::vector<std::int64_t>& weights) {
    if (from.size() != weights.size()) {
      throw std::invalid_argument("weighted_pick: not one weight for each element");
    }
    return from[weighted_index(weights)];
  }

  /// Puts the elements into any order, each equally likely.
  template <class T>
  void shuffle(std::vector<T>& all) {
    const Span whole = span("shuffle");
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      using std::swap;
      const std::size_t other = i + index(all.size() - i);
      if (other != i) swap(all[i], all[other]);
    }
  }

  /// What `draw()` gives, drawn again until `fits` says yes to it; only what fitted is recorded.
  /// Throws std::runtime_error when nothing did in so many tries. A sequence that is played back is
  /// drawn from once and `fits` is not asked, so what does not fit must be valid too.
  template <class Draw, class Fits>
  auto search(std::int64_t tries, Draw draw, Fits fits) {
    return search_best(tries, draw, [&](const auto& found) {
      return fits(found) ? std::optional<std::int64_t>(0) : std::nullopt;
    });
  }

  /// As search, for the first draw of which `faults(found)`, a std::optional<std::int64_t>, is the
  /// least; none is for what does not fit at all, 0 cannot be bettered and ends the search.
  template <class Draw, class Faults>
  auto search_best(std::int64_t tries, Draw draw, Faults faults) {
    prepare();
    if (is_playing_) return draw();
    const auto begin = static_cast<std::ptrdiff_t>(recorded_.size());
    std::optional<decltype(draw())> best;
    std::int64_t least = INT64_MAX;
    ChoiceSequence choices;
    for (std::int64_t i = 0; i < tries && !(best && least <= 0); ++i) {
      auto found = draw();
      const std::optional<std::int64_t> count = faults(std::as_const(found));
      if (count && (!best || *count < least)) {
        least = *count;
        best = std::move(found);
        choices.assign(recorded_.begin() + begin, recorded_.end());
      }
      recorded_.resize(static_cast<std::size_t>(begin));
    }
    if (!best)
      throw std::runtime_error("search: nothing fits in " + std::to_string(tries) + " tries");
    recorded_.insert(recorded_.end(), choices.begin(), choices.end());
    return *best;
  }

  /// As long as it lives, what is decided belongs together.
  class [[nodiscard]] Span {
   public:
    Span(const Span&) = delete;
    Span& operator=(const Span&) = delete;
    ~Span() { of_.note({ChoiceEvent::Kind::end, {}, {}}); }

   private:
    friend class ChoiceSource;
    Span(ChoiceSource& of, std::string_view name) : of_(of) {
      of_.note({ChoiceEvent::Kind::begin, {}, std::string(name)});
    }
    ChoiceSource& of_;
  };

  /// Begins a span. Its name, which may be empty, has no blanks.
  Span span(std::string_view name = {}) {
    if (name.find_first_of(" \t\r\n") != std::string_view::npos) {
      throw std::invalid_argument("span: a blank in its name");
    }
    return Span(*this, name);
  }

  /// The choice that all others are made of: when it is random, it is what `draw` gives.
  template <class Draw>
  std::int64_t choose(std::int64_t least, std::int64_t most, Draw draw) {
    if (least > most) throw std::invalid_argument("choose: least > most");
    prepare();
    const std::int64_t value = is_playing_ ? next_played(least, most) : draw();
    note({ChoiceEvent::Kind::choice, {value, least, most}, {}});
    return value;
  }

  /// The random numbers behind choices; only what `draw` of choose() does may use them.
  RandomBits& bits() {
    prepare();
    return bits_;
  }

 protected:
  void reseed(std::string_view text) { bits_ = RandomBits(text); }

  void play(const ChoiceSequence& sequence) {
    is_playing_ = true;
    for (const ChoiceEvent& event : sequence) {
      if (event.kind == ChoiceEvent::Kind::choice) played_.push_back(event.choice.value);
    }
  }

  /// Calls that once, before the first number is drawn.
  void before_first(std::function<void()> call) { before_first_ = std::move(call); }

  void prepare() {
    if (before_first_) std::exchange(before_first_, nullptr)();
  }

 private:
  std::int64_t next_played(std::int64_t least, std::int64_t most) {
    if (at_ == played_.size()) return simplest_choice(least, most);
    return std::clamp(played_[at_++], least, most);
  }

  void note(ChoiceEvent event) {
    if (is_recording_) recorded_.push_back(std::move(event));
  }

  RandomBits bits_;
  std::function<void()> before_first_;
  bool is_playing_ = false;
  std::vector<std::int64_t> played_;
  std::size_t at_ = 0;
  bool is_recording_ = false;
  ChoiceSequence recorded_;
};

}  // namespace arbiter
