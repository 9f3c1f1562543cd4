#pragma once

#include "model/problem.hpp"
#include "package/faults.hpp"
#include "package/folder_walk.hpp"
#include "package/format.hpp"

namespace arbiter::package {

/// Reads the input validators, the output validator and attachments/ into `problem`, and reports
/// folders of the format that change judging and are not supported yet.
void read_programs(FolderWalk& walk, const PackageRules& rules, model::Problem& problem,
                   Faults& faults);

/// Reads answer_validators/, which only making tests uses.
void read_answer_validators(FolderWalk& walk, model::Problem& problem, Faults& faults);

}  // namespace arbiter::package
