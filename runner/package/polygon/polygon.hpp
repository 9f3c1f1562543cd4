#pragma once

#include <filesystem>

#include "model/problem.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// Reads a package of Polygon, whose `problem.xml` is `file`: names, limits, tests and their
/// groups, checker, validators, solutions with their tags as labels. Its programs speak testlib's
/// protocol. Statements and what only Polygon itself uses are passed over.
void read_polygon(FolderWalk& walk, const std::filesystem::path& file, model::Problem& problem,
                  Faults& faults);

}  // namespace arbiter::package
