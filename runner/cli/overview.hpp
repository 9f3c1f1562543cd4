#pragma once

#include <string>

namespace arbiter::cli {

/// What `arbiter` alone prints: at most 15 lines, an example for each kind of user, and what
/// problem the current folder lies in.
std::string overview();

/// What `arbiter --help` prints.
std::string help_text();

}  // namespace arbiter::cli
