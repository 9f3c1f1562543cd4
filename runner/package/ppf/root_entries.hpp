#pragma once

#include <filesystem>

#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// Warns of files and folders in the root that judging uses nothing of and whose names are nearly,
/// or in other tools, those of something that it would use.
void warn_of_misspelt_entries(const std::filesystem::path& root, Faults& faults);

}  // namespace arbiter::package
