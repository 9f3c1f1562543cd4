#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "box/box.hpp"

namespace arbiter::judge {

/// Those of `patterns` (regular expressions as Python has them) that are found nowhere in `text`,
/// or why that cannot be told, as sentences. Error: a fault of the box.
Result<std::vector<std::string>> missing_patterns(box::BoxFactory& boxes,
                                                  const std::vector<std::string>& patterns,
                                                  const std::string& text);

}  // namespace arbiter::judge
