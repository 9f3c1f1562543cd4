#pragma once

#include "model/problem.hpp"
#include "package/faults.hpp"
#include "package/folder_walk.hpp"

namespace arbiter::package {

/// Reads submissions/ into `problem`: every program with the folder and the tag that label it, and
/// which of them is the reference.
void read_submissions(FolderWalk& walk, model::Problem& problem, Faults& faults);

}  // namespace arbiter::package
