#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/judgement.hpp"
#include "report/report.hpp"
#include "report/text/difference.hpp"

namespace arbiter::report {

/// One of two texts that are shown together.
struct Side {
  std::string title;  ///< safe to print
  std::string_view bytes;
  std::int64_t left_out = 0;  ///< bytes beyond those
};

/// What was expected and what came, in two columns with a caret under the first difference; one
/// below the other, and the difference on its own, where they do not fit. Of long texts the lines
/// around the difference are shown.
std::string side_by_side(const Side& expected, const Side& got,
                         const std::optional<model::FirstDifference>& difference,
                         const Style& style, const DifferenceWords& words = {});

}  // namespace arbiter::report
