#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/problem.hpp"
#include "package/ppf/format.hpp"
#include "package/ppf/group_yaml.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// What a test's .yaml file or a folder's test_group.yaml or testdata.yaml says about running and
/// judging tests.
struct CaseSettings {
  std::optional<std::vector<std::string>> output_validator_args;
  std::optional<model::ValidatorArguments> input_validator_args;
  std::optional<model::ValidatorArguments> answer_validator_args;
  std::optional<std::vector<std::string>> args;

  /// Takes over what `outer` says and this does not.
  void inherit(const CaseSettings& outer);
};

/// Reads X.yaml. Keys that change how a submission is judged and are not supported yet are errors
/// that name them; display keys are left.
CaseSettings read_case_yaml(const std::filesystem::path& file, Format format, Faults& faults);

/// What the file of a whole folder says.
struct GroupSettings {
  CaseSettings cases;  ///< of every test in it that does not say otherwise
  GroupKeys keys;
};

/// The same for test_group.yaml or testdata.yaml, in which constants are replaced.
GroupSettings read_group_yaml(const std::filesystem::path& file, const PackageRules& rules,
                              Faults& faults);

}  // namespace arbiter::package
