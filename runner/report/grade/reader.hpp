#pragma once

#include <optional>
#include <string_view>

#include "model/gradebook.hpp"

namespace arbiter::report {

/// Reads a document of schema arbiter/grade/1 back, as far as a later run asks: problems, students,
/// attempts, works with their limits and the verdict of each test, and grades. What it has
/// measured, what programs wrote, clusters and look-alikes are left out. None: no such document, or
/// a damaged one.
std::optional<model::Gradebook> read_gradebook(std::string_view json);

}  // namespace arbiter::report
