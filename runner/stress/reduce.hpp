#pragma once

#include <functional>

#include "base/result.hpp"
#include "stress/examine.hpp"
#include "stress/hunt.hpp"

namespace arbiter::stress {

/// A failure on the smallest input that was found.
struct Reduced {
  Hit hit;  ///< with that input, its answer and judgement, and the choices behind it if they are
            ///< known
  std::optional<std::int64_t> original_choices;
  std::optional<std::int64_t> shrunk_choices;
  std::int64_t attempts = 0;
  Nanoseconds time{};
  bool is_done = false;         ///< false: it was over before nothing smaller was left to try
  bool is_other_input = false;  ///< the generator made another input of the same command
};

/// How long and how openly inputs are made small.
struct ReduceControl {
  Nanoseconds time{};
  std::function<bool()> is_stopped;
  std::function<void(std::int64_t bytes)> on_better;
};

/// Makes the input of a failure small: by the choices of the generator `name`, if it has the kit,
/// then by its text, where validators tell what is an input. The verdict stays the same. Error: a
/// fault of the judge.
Result<Reduced> reduce(Workplace& place, const std::string& name, Hit hit,
                       const ReduceControl& control);

}  // namespace arbiter::stress
