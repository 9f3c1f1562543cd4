#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/constants.hpp"
#include "model/test_group.hpp"

namespace arbiter::package {

/// The rules that a package is read by.
enum class Format : std::uint8_t {
  legacy,   ///< `legacy` and `legacy-icpc`, also where no version is named
  draft,    ///< `2023-07-draft` and `2023-07`: the current format with older spellings
  current,  ///< `2025-09`
};

/// What problem.yaml says that the other parts of a package are read by.
struct PackageRules {
  enum class Validation : std::uint8_t { unsaid, standard, custom };

  Format format = Format::current;
  bool has_problem_yaml = true;
  model::Constants constants;
  Validation validation = Validation::unsaid;  ///< older formats: `validation`
  bool is_interactive = false;                 ///< older formats: `validation: custom interactive`
  bool is_multi_pass = false;                  ///< older formats: `validation: custom multi-pass`
  bool has_custom_score = false;               ///< older formats: `validation: custom score`
  std::vector<std::string> validator_flags;    ///< older formats: before the flags of a group
  model::LegacyGrading grading;                ///< legacy: of all of data/, where nothing else says
};

}  // namespace arbiter::package
