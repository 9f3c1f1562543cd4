#pragma once

#include "model/problem.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/ppf/format.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// Reads the input validators, the output validator and attachments/ into `problem`, and reports
/// folders of the format that change judging and are not supported yet.
void read_programs(FolderWalk& walk, const PackageRules& rules, model::Problem& problem,
                   Faults& faults);

/// Reads answer_validators/, which only making tests uses.
void read_answer_validators(FolderWalk& walk, model::Problem& problem, Faults& faults);

}  // namespace arbiter::package
