#pragma once

#include <optional>
#include <string_view>

#include "base/result.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::judge {

/// The one number in a score file, with blanks around it: sign, digits with a point anywhere,
/// exponent. Error{judge}: it is anything else.
Result<double> parse_score(std::string_view text);

/// Reads what a validator left in its feedback folder into the outcome of a check; of the two
/// descriptors -1 is no such file. One that is no number, or a multiplier outside 0 to 1, is a
/// fault of the validator.
void add_score_files(int score_file, int multiplier_file, CheckOutcome& outcome);

}  // namespace arbiter::judge
