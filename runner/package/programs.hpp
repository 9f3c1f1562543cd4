#pragma once

#include "model/problem.hpp"
#include "package/faults.hpp"
#include "package/folder_walk.hpp"

namespace arbiter::package {

/// Reads input_validators/, output_validator/, submissions/ and attachments/ into `problem`, and
/// reports folders of the format that change judging and are not supported yet.
void read_programs(FolderWalk& walk, model::Problem& problem, Faults& faults);

}  // namespace arbiter::package
