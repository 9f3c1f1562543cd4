#pragma once

#include <optional>
#include <string_view>

#include "base/result.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::judge {

/// Descriptors of what a validator may have left in its feedback folder; -1 for no such file.
struct ScoreFiles {
  int score = -1;
  int multiplier = -1;
};

/// The one number in a score file, with blanks around it: sign, digits with a point anywhere,
/// exponent. Error{judge}: it is anything else.
Result<double> parse_score(std::string_view text);

/// Reads both files into the outcome of a check. One that is no number, or a multiplier outside 0
/// to 1, is a fault of the validator.
void add_score_files(const ScoreFiles& files, CheckOutcome& outcome);

}  // namespace arbiter::judge
