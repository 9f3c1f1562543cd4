#pragma once

#include <string>

#include "model/gradebook.hpp"
#include "report/report.hpp"

namespace arbiter::report {

/// What a run of `grade` found out, for the teacher's terminal: how the submissions lay, a line a
/// problem with verdicts and the mean, what needs a human (judge's errors, files of nobody,
/// look-alikes), mistakes that many made, and with a baseline who gains and who loses.
std::string grade_summary(const model::Gradebook& book, const Style& style);

/// Students and problems as a table of points, with the sum first.
std::string grade_table(const model::Gradebook& book, const Style& style);

}  // namespace arbiter::report
