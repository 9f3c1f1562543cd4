#pragma once

#include "model/problem.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// Reads a folder without problem.yaml: pairs of inputs and answers in it and up to two levels
/// down (1.in with 1.ans or 1.out, 01 with 01.a, input1.txt with output1.txt). No pair at all is
/// a fault, and so is a package of another kind whose checker would be missed.
void read_plain_folder(FolderWalk& walk, model::Problem& problem, Faults& faults);

}  // namespace arbiter::package
