#pragma once

#include "model/problem.hpp"
#include "package/ppf/format.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// Sets by whose rules the groups of `problem` are judged, from the format and from what the groups
/// say, and reports groups that contradict those rules.
void choose_group_rules(const PackageRules& rules, model::Problem& problem, Faults& faults);

}  // namespace arbiter::package
