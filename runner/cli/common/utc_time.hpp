#pragma once

#include <string>

namespace arbiter::cli {

/// The time now, as "2026-01-31T12:00:00Z".
std::string utc_now();

}  // namespace arbiter::cli
