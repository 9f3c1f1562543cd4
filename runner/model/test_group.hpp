#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace arbiter::model {

struct Problem;

/// The scores that a group may have, both ends included.
struct ScoreRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  bool operator==(const ScoreRange&) const = default;
};

/// How a legacy package makes the verdict and score of a group out of its children's; keys that a
/// group does not have are those of the group around it.
struct LegacyGrading {
  bool breaks_on_reject = true;    ///< on_reject: break; the children after the first failure are
                                   ///< not judged
  bool has_custom_grader = false;  ///< grading: custom
  std::vector<std::string> grader_flags;
  double accept_score = 1;  ///< of an accepted test
  double reject_score = 0;  ///< of every other
  ScoreRange range;
};

enum class ScoreAggregation : std::uint8_t { pass_fail, sum, min };

/// How a package of format 2025-09 makes the score of a group; nothing is inherited here.
struct GroupScoring {
  std::optional<double> max_score;  ///< none: unbounded
  ScoreAggregation aggregation = ScoreAggregation::pass_fail;
  std::vector<std::string> require_pass;  ///< names of groups that must be passed before
};

/// A test case of format 2025-09 in which the package's static validator judges the files of a
/// submission.
struct StaticValidation {
  std::optional<double> max_score;  ///< none: pass-fail
  std::vector<std::string> args;
  Place place;
};

/// The last part of its name.
inline constexpr std::string_view k_static_validation = "static_validation";

/// By whose rules verdict and score of a submission are made out of those of its tests.
enum class GroupRules : std::uint8_t {
  none,      ///< pass-fail: the first failing test decides
  kattis,    ///< legacy packages, as Kattis judges them
  domjudge,  ///< legacy packages, as DOMjudge judges them
  current,   ///< problem package format 2025-09
};

/// A folder of test data: all of data/, data/sample, data/secret, and folders below those. Its
/// children in judging order are `tests` and `groups` merged by name (`judged_before`).
struct TestGroup {
  std::string name;                ///< the path below data/, as "secret/a"; empty for all of it
  std::vector<std::size_t> tests;  ///< that lie directly in it: indices into Problem::tests
  std::vector<TestGroup> groups;
  LegacyGrading grading;
  GroupScoring scoring;
  bool has_own_file = false;               ///< test_group.yaml or testdata.yaml lies in it
  std::optional<double> own_accept_score;  ///< of its own file, for rules that inherit nothing
  std::vector<std::string> own_grader_flags;
  bool speaks_legacy = false;  ///< its own file has keys of legacy packages
  /// The first such key of format 2025-09.
  std::optional<Place> speaks_current;
  Place required_place;  ///< of scoring.require_pass, if it is listed
  std::optional<StaticValidation> static_validation;
};

/// The name of a group's static validation test case.
std::string static_test_of(const TestGroup& group);

/// Puts the indices of all tests into the groups below problem.data that their names say; tests
/// of folders without a group go to the nearest group around them.
void assign_tests(Problem& problem);

}  // namespace arbiter::model
