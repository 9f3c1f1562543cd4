#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/gradebook.hpp"
#include "model/grading.hpp"

namespace arbiter::grade {

/// The tests of a work by name.
using RanTests = std::map<std::string_view, const model::TestJudgement*>;

/// The points that something may still have: the same twice where all of it was judged.
struct PointRange {
  double low = 0;
  double high = 0;

  /// Whether what was not judged makes no difference.
  [[nodiscard]] bool is_known() const;
};

/// How some tests went.
struct Tally {
  std::size_t tests = 0;
  std::size_t passed = 0;   ///< with all their points
  std::size_t unknown = 0;  ///< JE, or not run
  double sum = 0;           ///< of the shares of those that are known
  double worst = 1;         ///< of these
  const model::TestJudgement* first_failing = nullptr;
  std::string first_unknown;

  /// The points of these tests, which have `most` together.
  [[nodiscard]] PointRange points(model::PointRule rule, double most) const;
};

/// What the share of a test in its points goes by.
enum class Shares : std::uint8_t {
  points,    ///< those that the checker gave it, if it has any, else the verdict
  verdicts,  ///< everything or nothing
};

/// Counts the tests of these names. What is not in `ran` is not known.
Tally tally_of(const std::vector<std::string>& names, const RanTests& ran, Shares shares);

/// What several parts have together, under a rule over their shares of `most_of_all`.
PointRange combined(const std::vector<PointRange>& parts, const std::vector<double>& most,
                    model::PointRule rule, double most_of_all);

/// "large 0/20: first fails secret/large/07, TLE".
std::string words_of(std::string_view name, const Tally& tally, const PointRange& points,
                     double most, int decimals);

/// A group as people call it: without the folder of all secret tests.
std::string short_name(std::string_view group);

}  // namespace arbiter::grade
