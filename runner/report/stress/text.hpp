#pragma once

#include <string>

#include "model/stress.hpp"
#include "report/report.hpp"

namespace arbiter::report {

/// What a stress test found, for people: each failure with its input, what was expected and what
/// came, and the command that repeats it; then how much was tried and what holds on all of it.
/// Two submissions that only differ are never called right or wrong.
std::string stress_text(const model::StressResult& result, const Style& style);

}  // namespace arbiter::report
