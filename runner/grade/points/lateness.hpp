#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/gradebook.hpp"
#include "model/grading.hpp"

namespace arbiter::grade {

/// When a student must hand in.
struct Deadline {
  std::optional<std::int64_t> due;  ///< seconds since 1970, UTC; none: never
  bool is_extended = false;
};

/// The due time of a student at a problem with the extension that gives the most time; one that
/// gives less than everybody has changes nothing.
Deadline deadline_of(std::string_view student, std::string_view problem,
                     const model::LatePolicy& policy, std::span<const model::Extension> extensions);

/// What the lateness of one attempt means.
struct Lateness {
  std::int64_t minutes = 0;  ///< begun since the due time; 0: in time, or within the grace
  double percent = 0;        ///< taken from the points, 0 to 100
  bool is_closed = false;    ///< too late to be taken at all
  std::string words;         ///< "late by 3 h 5 min: 20% is taken"; empty: there is nothing to say
  std::string warning;       ///< what a person should look at; empty: nothing
};

/// Of the time of submission alone (docs/grading.md).
Lateness lateness_of(const model::Attempt& attempt, const Deadline& deadline,
                     const model::LatePolicy& policy);

}  // namespace arbiter::grade
