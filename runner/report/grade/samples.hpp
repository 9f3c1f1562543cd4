#pragma once

#include <string>
#include <vector>

#include "model/gradebook.hpp"

namespace arbiter::report {

/// A grade book that tests of the reports look at.
struct GradeSample {
  std::string name;
  model::Gradebook book;
};

/// Every status and verdict, one student and many, a baseline, names and bytes of all kinds,
/// nothing at all.
std::vector<GradeSample> grade_samples();

/// The sample of that name; throws std::out_of_range.
model::Gradebook grade_sample(const std::string& name);

/// A mark that stands in `field` of hidden tests of marked_book(), and nowhere else.
std::string hidden_mark(const std::string& field);

/// A grade book in which every text of a hidden test, every text that only the teacher may see and
/// every text of other students than the first one is a mark; `marks` gets all of them.
model::Gradebook marked_book(std::vector<std::string>& marks);

}  // namespace arbiter::report
