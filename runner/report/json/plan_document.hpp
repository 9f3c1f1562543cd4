#pragma once

#include <string>
#include <vector>

#include "model/judgement.hpp"

namespace arbiter::report {

/// What would be run, for machines (`judge --dry-run --format json`).
struct PlanDocument {
  struct Submission {
    std::string path;
    std::string language;
    model::RunLimits limits;
  };
  std::string arbiter_version;
  std::string problem;
  std::string checker;  ///< in words
  model::RunLimits limits;
  std::vector<std::string> measured_first;  ///< paths; with these the time limit is found
  int repeat = 1;
  int most_passes = 1;  ///< more in multi-pass problems
  bool fail_fast = false;
  std::vector<Submission> submissions;
  std::vector<std::string> tests;
};

/// One document `arbiter/plan/1`.
std::string plan_document(const PlanDocument& plan);

}  // namespace arbiter::report
