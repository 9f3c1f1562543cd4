#pragma once

#include "model/constants.hpp"
#include "model/generation.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// Reads generators/generators.yaml of the package that `walk` goes through, as BAPCtools defines
/// it, with constants in its commands; nothing if there is none. At most 10000 tests. A test with a
/// fault is left out.
model::Generation read_generators_yaml(FolderWalk& walk, const model::Constants& constants,
                                       Faults& faults);

}  // namespace arbiter::package
