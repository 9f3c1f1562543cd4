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

/// What testdata.yaml or test_group.yaml says about verdict and score of a group; none where it
/// does not say.
struct GroupKeys {
  std::optional<bool> breaks_on_reject;
  std::optional<bool> has_custom_grader;
  std::optional<std::vector<std::string>> grader_flags;
  std::optional<double> accept_score;
  std::optional<double> reject_score;
  std::optional<model::ScoreRange> range;
  std::optional<std::optional<double>> max_score;  ///< inner none: unbounded
  std::optional<model::ScoreAggregation> aggregation;
  std::optional<std::vector<std::string>> require_pass;

  /// Sets grading and scoring of `group`, whose name is set already: legacy keys over those of the
  /// group around it, the others over the defaults of the format.
  void apply(const model::LegacyGrading& outer, model::TestGroup& group) const;
};

/// The keys of a group that speak of verdicts and scores, read into `keys`. What is not judged yet,
/// static validators, is a fault that names it. Reader and `keys` outlive what comes back.
std::vector<Reader::Key> group_keys(Reader& reader, Format format, GroupKeys& keys);

/// `accept_score`, `reject_score` and `range`, which the key `grading` of a legacy problem.yaml may
/// hold as well.
std::vector<Reader::Key> legacy_score_keys(Reader& reader, GroupKeys& keys);

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

/// Sets by whose rules the groups of `problem` are judged, from the format and from what the groups
/// say, and reports groups that contradict those rules.
void choose_group_rules(const PackageRules& rules, model::Problem& problem, Faults& faults);

}  // namespace arbiter::package
