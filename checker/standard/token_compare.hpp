#pragma once

#include <string_view>

#include "standard/byte_scan.hpp"
#include "standard/checker.hpp"

namespace arbiter::checkers {

/// Compares two texts token by token as the default output validator of the problem package format
/// 2025-09 does; `options` are its five arguments. Numbers are read as doubles; when both
/// tolerances that are set are zero, they are compared exactly. An answer token too large for a
/// double counts as a string, and such an output token is within no tolerance.
Outcome compare_tokens(std::string_view answer, std::string_view output, const Options& options,
                       const ByteScan& scan = best_byte_scan());

}  // namespace arbiter::checkers
