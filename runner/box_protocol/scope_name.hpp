#pragma once

#include <string>

namespace arbiter::box_protocol {

/// What systemd calls the control group of the nursery that has this process id.
inline std::string scope_name(int nursery) {
  return "arbiter-box-" + std::to_string(nursery) + ".scope";
}

}  // namespace arbiter::box_protocol
