#pragma once

#include <string>
#include <vector>

#include "model/judgement.hpp"

namespace arbiter::report {

/// A judgement that tests of the reports look at.
struct Sample {
  std::string name;
  model::Judgement judgement;
};

/// Every verdict, bytes of all kinds, one submission and many, few tests and many.
std::vector<Sample> samples();

/// The sample of that name; throws std::out_of_range.
model::Judgement sample(const std::string& name);

}  // namespace arbiter::report
