#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "package/faults.hpp"

namespace arbiter::package {

/// What a test's .yaml file or a folder's test_group.yaml says about judging.
struct CaseSettings {
  std::optional<std::vector<std::string>> output_validator_args;
};

/// Reads X.yaml or, if `is_group`, test_group.yaml. Keys that change how a submission is judged
/// and are not supported yet are errors that name them; display keys are checked and left.
CaseSettings read_case_yaml(const std::filesystem::path& file, bool is_group, Faults& faults);

}  // namespace arbiter::package
