#pragma once

#include <string>

#include "base/result.hpp"

namespace arbiter::report {

/// What stands on standard output instead of a judgement when JSON was asked for and there is
/// none: {"schema":"arbiter/error/1","status":…,"message":…,"help":…}, with a newline.
std::string error_document(const Error& error, int status);

}  // namespace arbiter::report
