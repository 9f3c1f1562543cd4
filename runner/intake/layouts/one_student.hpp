#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "intake/layouts/layout.hpp"

namespace arbiter::intake {

/// For each of the sources whether it is what a single student handed in, and not a class: shells
/// make such of "handed-in/*". `paths` are the sources as given, beside their trees.
std::vector<bool> find_single_students(const std::vector<std::filesystem::path>& paths,
                                       const std::vector<Node>& sources, const LayoutState& state);

/// Adds what one student handed in, whom the source is called by.
void lay_out_student(Node source, LayoutState& state);

}  // namespace arbiter::intake
