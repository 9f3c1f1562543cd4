#pragma once

#include <string>

#include "base/result.hpp"
#include "model/problem.hpp"

namespace arbiter::cli {

/// A hash of all of a problem that decides what a search for failing inputs finds: test cases,
/// checker, generators, input validators and reference. Error: a file cannot be read.
Result<std::string> hash_of_generation(const model::Problem& problem);

}  // namespace arbiter::cli
