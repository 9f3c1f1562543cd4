#pragma once

#include <string_view>
#include <vector>

#include "standard/checker.hpp"

namespace arbiter::checkers {

/// Three-way order of two elements: negative, 0 (the same) or positive.
using Compare = int (*)(std::string_view left, std::string_view right);

/// Compares two collections of views into `answer` and `output`, in any order but each as often as
/// in the other. A rejection names the first missing and the first extra element. n log n
/// comparisons; memory for the views only.
Outcome compare_unordered(std::string_view answer, std::vector<std::string_view> wanted,
                          std::string_view output, std::vector<std::string_view> got,
                          Compare compare);

}  // namespace arbiter::checkers
