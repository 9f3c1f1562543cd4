#pragma once

#include <filesystem>
#include <optional>

#include "base/diagnostic.hpp"
#include "model/problem.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// Reads arbiter.yaml (DESIGN.md 1) into `problem`; an empty file says nothing and is fine.
/// Returns where the name of the standard checker stands, if there is one.
std::optional<Place> read_arbiter_yaml(const std::filesystem::path& file, model::Problem& problem,
                                       Faults& faults);

}  // namespace arbiter::package
