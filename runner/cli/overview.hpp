#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/common/verb.hpp"

namespace arbiter::cli {

/// What `arbiter` alone prints: at most 15 lines, an example for each kind of user, and what
/// problem the current folder lies in.
std::string overview();

/// What `arbiter --help` prints.
std::string help_text(const std::vector<std::unique_ptr<Verb>>& verbs);

}  // namespace arbiter::cli
