#pragma once

#include <filesystem>

#include "model/problem.hpp"
#include "package/faults.hpp"
#include "package/yaml_reader.hpp"

namespace arbiter::package {

/// Reads problem.yaml (format 2025-09) into name and limits of `problem`. What the format knows
/// and Arbiter does not judge yet is a fault that names it.
void read_problem_yaml(const std::filesystem::path& file, model::Problem& problem, Faults& faults);

/// Reads the map under the key `limits`.
void read_limits(Reader& reader, const YamlNode& node, model::PackageLimits& limits);

/// Checks the types under `credits` and `source`, which judging does not use.
void check_credits(Reader& reader, const YamlNode& node);
void check_source(Reader& reader, const YamlNode& node);

}  // namespace arbiter::package
