#pragma once

#include <string>

#include "base/result.hpp"
#include "judge/generate/generation_plan.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// By what the cache knows an input: a hash of all that it is made of, which is the program
/// `generator` (its hash; empty without one) and what the recipe gives. Error: a file that the
/// recipe copies cannot be read.
Result<std::string> input_key(const PlannedTest& test, const std::string& generator);

/// What else a whole test is made of.
struct WholeTest {
  const model::Problem& problem;
  const model::TestCase& test;    ///< what the package says of it as a test
  const std::string& input;       ///< its input's key
  const std::string& validators;  ///< a hash of all that look at it
  const std::string& solution;    ///< the hash of what answers it; empty without one
};

/// By what the cache knows a test with its answer. Error: a file of the test cannot be read.
Result<std::string> whole_key(const PlannedTest& planned, const WholeTest& whole);

}  // namespace arbiter::judge
