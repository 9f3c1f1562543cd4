#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "model/judgement.hpp"
#include "report/report.hpp"

namespace arbiter::report {

/// What `limits` found out about a problem.
struct LimitsDocument {
  /// A submission that the time limit follows from, with its slowest test case.
  struct Bar {
    std::string submission;  ///< "accepted/slow.py"
    std::string test;
    Nanoseconds time{};         ///< without its language's factor
    bool was_stopped = false;   ///< it would have taken longer
    bool must_be_slow = false;  ///< else it must not be
  };

  std::string problem;  ///< id
  model::FoundTimeLimit found;
  std::optional<Nanoseconds> time_before;  ///< of the package
  Bytes memory;                            ///< that would do
  Bytes memory_peak;                       ///< of accepted submissions
  Bytes memory_before;
  std::vector<Bar> bars;  ///< the fastest first
  std::string written;    ///< the file of the package that has it now; empty: none
};

/// For people: bars of all submissions on one logarithmic scale, with the time limit among them.
std::string limits_text(const LimitsDocument& limits, const Style& style);
/// One document `arbiter/limits/1`.
std::string limits_json(const LimitsDocument& limits);

}  // namespace arbiter::report
