#pragma once

#include <string>
#include <vector>

#include "grade/points/overrides.hpp"
#include "model/gradebook.hpp"
#include "model/grading.hpp"

namespace arbiter::grade {

/// What people decided about single students.
struct Decisions {
  std::vector<model::Extension> extensions;
  std::vector<model::Override> overrides;
  PointsByName computed_before;  ///< see computed_beneath(); empty: there was no run before
};

/// Makes the grades of a book, whose problems, students, attempts, works and policy are there:
/// exactly one for every student and problem, whatever was handed in and in whatever order it
/// stands. Returns warnings.
std::vector<std::string> assemble_grades(model::Gradebook& book, const Decisions& decisions);

}  // namespace arbiter::grade
