#pragma once

#include "model/problem.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/ppf/format.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// Reads everything below data/ into `problem`: the tests in judging order and the cases that
/// prove validators. A problem without any test is a fault.
void read_data(FolderWalk& walk, const PackageRules& rules, model::Problem& problem,
               Faults& faults);

/// Whether a name can be that of a file or folder of a package (formats.md 1).
bool is_package_name(std::string_view name);

}  // namespace arbiter::package
