#pragma once

#include <array>
#include <string_view>

#include "standard/checker.hpp"

namespace arbiter::checkers {

/// Each checker's own file defines its function; the list is in checkers.def.
#define ARBITER_CHECKER(name) StandardChecker name##_checker();
#include "standard/checkers.def"
#undef ARBITER_CHECKER

/// Argument lists that several checkers share.
inline constexpr std::array<std::string_view, 3> k_tolerance_arguments{
    "float_relative_tolerance", "float_absolute_tolerance", "float_tolerance"};

}  // namespace arbiter::checkers
