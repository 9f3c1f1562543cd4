#pragma once

#include <string>

namespace arbiter::model {

/// Points to `decimals` (0 to 6), halves away from zero: 0.285 gives 0.29. Never a negative zero; 0
/// for what is no finite number.
double rounded_points(double points, int decimals);

/// "12.00": rounded, with exactly so many decimals.
std::string fixed_points(double points, int decimals);

/// "12", "7.5": rounded, without needless zeros; "inf" or "-inf" where there is no bound.
std::string show_points(double points, int decimals = 2);

}  // namespace arbiter::model
