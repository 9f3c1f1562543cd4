#pragma once

#include <string_view>

#include "model/problem.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// Warns of folders of submissions/ that label nothing: their names are not known, and nothing else
/// says what is expected of the programs in them.
void warn_of_unknown_labels(const model::Problem& problem, Faults& faults);

}  // namespace arbiter::package
