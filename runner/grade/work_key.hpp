#pragma once

#include <cstddef>
#include <string>

#include "base/result.hpp"
#include "judge/run/plan.hpp"

namespace arbiter::grade {

/// Names what the program that comes of a submission depends on, by content: its files, what the
/// package adds to them, its language and the tools behind that, its limits. So results can be
/// found without compiling anything. 64 hex digits. Error: a file cannot be read.
Result<std::string> work_key(const judge::Plan& plan, std::size_t submission);

}  // namespace arbiter::grade
