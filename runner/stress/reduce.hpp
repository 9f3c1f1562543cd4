#pragma once

#include <functional>

#include "base/result.hpp"
#include "stress/hunt.hpp"
#include "stress/trial.hpp"

namespace arbiter::stress {

/// A failure as it was found: nothing is said of who found it, and nothing was made small.
model::StressFailure failure_of(const Hit& hit);

/// How long and how openly inputs are made small.
struct ReduceControl {
  Nanoseconds time{};
  std::function<bool()> is_stopped;
  std::function<void(std::int64_t bytes)> on_better;
};

/// Makes the input of a failure small: by the choices of the generator `name`, if it has the kit,
/// then by its text, where validators tell what is an input. The verdict stays the same. What comes
/// back is failure_of the smallest input, and how it was found. Error: a fault of the judge.
Result<model::StressFailure> reduce(Workplace& place, const std::string& name, Hit hit,
                                    const ReduceControl& control);

}  // namespace arbiter::stress
