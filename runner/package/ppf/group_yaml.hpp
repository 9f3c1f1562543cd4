#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/problem.hpp"
#include "model/test_group.hpp"
#include "package/ppf/format.hpp"
#include "package/yaml/faults.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {

/// The keys of testdata.yaml or test_group.yaml that speak of the verdict and score of a group,
/// read into `group`, which keeps what they do not say. What is not judged yet, static validators,
/// is a fault that names it. Reader and `group` outlive what comes back.
std::vector<Reader::Key> group_keys(Reader& reader, Format format, model::TestGroup& group);

/// `accept_score`, `reject_score` and `range`, which the key `grading` of a legacy problem.yaml may
/// hold as well.
std::vector<Reader::Key> legacy_score_keys(Reader& reader, model::LegacyGrading& grading);

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

/// The same for test_group.yaml or testdata.yaml, in which constants are replaced: for every test
/// of the folder that does not say otherwise; what is said of the folder itself goes into `group`.
CaseSettings read_group_yaml(const std::filesystem::path& file, const PackageRules& rules,
                             model::TestGroup& group, Faults& faults);

/// Sets by whose rules the groups of `problem` are judged, from the format and from what the groups
/// say, and reports groups that contradict those rules.
void choose_group_rules(const PackageRules& rules, model::Problem& problem, Faults& faults);

}  // namespace arbiter::package
