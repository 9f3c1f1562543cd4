#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/gradebook.hpp"

namespace arbiter::grade {

/// Points by the ids of student and problem.
using PointsByName = std::map<std::pair<std::string, std::string>, double>;

/// Applies what people decided to the computed grades of a book, last of all, and adds the words.
/// Returns warnings: rows that name nobody or nothing, several rows for one grade (the last
/// counts), changes of points that are not known, and computed points that are no longer those of
/// `computed_before`. An absolute row makes a judge_error a grade.
std::vector<std::string> apply_overrides(model::Gradebook& book,
                                         const std::vector<model::Override>& overrides,
                                         const PointsByName& computed_before);

/// The computed points beneath the overrides of a book: what the next run compares with.
PointsByName computed_beneath(const model::Gradebook& book);

}  // namespace arbiter::grade
