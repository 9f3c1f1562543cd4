#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/stress.hpp"
#include "stress/enumeration.hpp"
#include "stress/trial.hpp"

namespace arbiter::stress {

/// A submission that fails on an input.
struct Hit {
  std::uint64_t number = 0;  ///< of the try
  std::size_t submission = 0;
  Origin origin;
  std::string input;
  std::string answer;
  model::TestJudgement judgement;
  Nanoseconds found_after{};  ///< since the search began
};

/// Who still has to be run, and whose failure is to be made small, as data: whatever the number of
/// workers, of each submission the failures of the lowest tries are taken. Not safe for several
/// threads.
class Hunt {
 public:
  /// `most` different failures are wanted of each submission; `of_any`: of all of them together,
  /// as of two that differ from each other.
  Hunt(std::size_t submissions, int most, bool of_any = false)
      : all_(submissions), most_(most), of_any_(of_any) {}

  /// Begins a try; gives its number.
  std::uint64_t begin();
  /// Which submissions take part in a try that begins now; empty: nobody needs another one.
  [[nodiscard]] std::vector<std::size_t> wanted() const;
  /// The try is over.
  void end(std::uint64_t number, std::vector<Hit> hits);

  /// A failure to be made small now: all tries before it are over. None: there is no such.
  std::optional<Hit> take_hit();
  /// What became of it; `input` is the smallest one.
  void shrunk(std::size_t submission, const std::string& input);

  /// Failures that nobody made small, when there is no more time: those of the lowest tries.
  std::vector<Hit> take_rest();

  /// Whether anything is going on that others may have to wait for.
  [[nodiscard]] bool is_busy() const { return !active_.empty() || shrinking_ > 0; }
  /// Whether failures are made small and nothing else is going on.
  [[nodiscard]] bool is_only_shrinking() const { return active_.empty() && shrinking_ > 0; }

 private:
  struct State {
    std::map<std::uint64_t, Hit> hits;
    std::set<std::string> found;  ///< smallest inputs
    int shrinking = 0;
  };

  [[nodiscard]] bool is_wanted(const State& state) const;
  [[nodiscard]] bool is_open(const State& state) const;

  std::vector<State> all_;
  int most_;
  bool of_any_;
  std::uint64_t next_ = 0;
  std::set<std::uint64_t> active_;
  int shrinking_ = 0;
};

/// The time that a search takes: it stands still while failures are made small and nothing else is
/// done.
class SearchClock {
 public:
  [[nodiscard]] Nanoseconds elapsed() const {
    return runs_ ? passed_ + (std::chrono::steady_clock::now() - since_) : passed_;
  }

  void run(bool runs) {
    passed_ = elapsed();
    since_ = std::chrono::steady_clock::now();
    runs_ = runs;
  }

 private:
  Nanoseconds passed_{};
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
  bool runs_ = true;
};

/// A failure as it was found: nothing is said of who found it, and nothing was made small.
model::StressFailure failure_of(const Hit& hit);

/// How long and how openly inputs are made small.
struct ReduceControl {
  Nanoseconds time{};
  Nanoseconds patience{};  ///< without anything smaller
  std::function<bool()> is_stopped;
  std::function<void(std::int64_t bytes)> on_better;
};

/// Makes the input of a failure small: by the choices of the generator `name`, if it has the kit,
/// then by its text, where validators tell what is an input. The verdict stays the same. What comes
/// back is failure_of the smallest input, and how it was found. Error: a fault of the judge.
Result<model::StressFailure> reduce(Workplace& place, const std::string& name, Hit hit,
                                    const ReduceControl& control);

}  // namespace arbiter::stress
