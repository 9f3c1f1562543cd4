#pragma once

#include <string>
#include <vector>

#include "model/gradebook.hpp"

namespace arbiter::grade {

/// How the grades of a run differ from those of one before.
struct Comparison {
  /// Of `after`: grades whose points or status differ, by student, then problem.
  std::vector<model::GradeChange> changes;
  /// Students and problems that only `before` has: nobody can be told here that they lost.
  std::vector<std::string> warnings;
};

/// Compares two grade books by the ids of students and problems; who or what is new had no points
/// before. The reasons name tests, never what is in them.
Comparison compare_books(const model::Gradebook& before, const model::Gradebook& after);

}  // namespace arbiter::grade
