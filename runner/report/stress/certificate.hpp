#pragma once

#include <string>

#include "model/stress.hpp"

namespace arbiter::report {

/// A record of a stress test, in Markdown (`-o certificate=FILE.md`): what was tried with which
/// programs and seeds, up to which size nothing can exist, what was found, and how to repeat it.
std::string stress_certificate(const model::StressResult& result,
                               const std::string& arbiter_version);

}  // namespace arbiter::report
