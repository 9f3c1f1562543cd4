#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/gradebook.hpp"
#include "model/grading.hpp"

namespace arbiter::grade {

/// Points by the ids of student and problem.
using PointsByName = std::map<std::pair<std::string, std::string>, double>;

/// What people decided about single students.
struct Decisions {
  std::vector<model::Extension> extensions;
  std::vector<model::Override> overrides;
  PointsByName computed_before;  ///< beneath overrides; empty: there was no run before
};

/// Makes the grades of a book, whose problems, students, attempts, works and policy are there:
/// exactly one for every student and problem, whatever was handed in and in whatever order it
/// stands. What people decided about points is applied last of all; an absolute override makes a
/// grade of a judge_error. Returns warnings, also of overrides that name nobody or nothing, of
/// several for one grade (the last counts), of changes of points that are not known, and of
/// computed points that are no longer those of `computed_before`.
std::vector<std::string> assemble_grades(model::Gradebook& book, const Decisions& decisions);

}  // namespace arbiter::grade
