#pragma once

#include <string>
#include <vector>

#include "model/stress.hpp"

namespace arbiter::report {

/// A stress test that tests of the reports look at.
struct StressSample {
  std::string name;
  model::StressResult result;
};

/// Something found and nothing, one submission and several, decided and not, bytes of all kinds.
std::vector<StressSample> stress_samples();

/// The sample of that name; throws std::out_of_range.
model::StressResult stress_sample(const std::string& name);

}  // namespace arbiter::report
