#include "cli/common/utc_time.hpp"

#include <fmt/chrono.h>

#include <chrono>
#include <ctime>

namespace arbiter::cli {

std::string utc_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(now));
}

}  // namespace arbiter::cli
