#pragma once

#include <string>

#include "model/stress.hpp"

namespace arbiter::report {

/// One document `arbiter/stress/1` (see schema/stress-1.schema.json).
std::string stress_document(const model::StressResult& result, const std::string& arbiter_version);

}  // namespace arbiter::report
