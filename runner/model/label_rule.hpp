#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/test_group.hpp"
#include "model/verdict.hpp"

namespace arbiter::model {

/// Which bound the times of a submission set to a time limit that is to be found.
enum class TimeLimitUse : std::uint8_t {
  by_verdicts,  ///< lower where TLE is not permitted, upper where TLE alone is required
  none,
  lower,  ///< it must not be too slow
  upper,  ///< it must be
};

/// What a label asks of a submission.
struct LabelRule {
  /// What it asks of the score of a scoring problem.
  enum class Points : std::uint8_t { any, full, partial, partial_meets };

  std::vector<Verdict> permitted;  ///< every test's verdict is one of these
  std::vector<Verdict> required;   ///< and at least one test's is one of these
  bool of_final_verdict = false;   ///< instead, the submission's own verdict is one of `required`
  /// full: AC and all points; partial: not all of them; partial_meets: not all of them are as good
  /// as a verdict of `required`.
  Points points = Points::any;
  std::optional<ScoreRange> score = {};  ///< of the submission, or of `group`
  std::string message = {};              ///< stands in what the checker says of some test
  std::string group = {};  ///< glob of the groups or tests that the rule is about; empty: all
  std::string name = {};   ///< what says so, for notes; empty: the label
  TimeLimitUse time_limit = TimeLimitUse::by_verdicts;

  bool operator==(const LabelRule&) const = default;
};

/// What submissions.yaml, or another file that is named, says of a submission, one rule of one
/// entry.
struct SubmissionRule {
  std::string entry;  ///< its glob over the paths below submissions/
  std::string said_in = "submissions.yaml";
  bool is_of_whole_label = false;  ///< the entry is the folder's name: it changes the defaults
  std::optional<std::vector<Verdict>> permitted;
  std::optional<std::vector<Verdict>> required;
  std::optional<ScoreRange> score;
  std::string message;
  std::string group;  ///< glob of groups or tests; empty: all
  std::optional<TimeLimitUse> time_limit;
};

}  // namespace arbiter::model
