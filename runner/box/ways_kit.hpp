#pragma once

#include <array>
#include <ostream>
#include <string>

#include "box/box.hpp"

namespace arbiter::box {

/// A way of isolating that tests try, and as whom.
struct Way {
  Mode mode = Mode::user_namespace;
  bool as_nobody = false;  ///< root gives itself up for the test
  const char* name = "";
};

/// GoogleTest names the parameter by it.
inline std::ostream& operator<<(std::ostream& to, const Way& way) {
  return to << way.name;
}

/// All ways that isolate, the best first.
inline constexpr std::array k_isolated_ways = {
    Way{Mode::root_cgroup_v1, false, "root_v1"}, Way{Mode::root_cgroup_v2, false, "root_v2"},
    Way{Mode::delegated_cgroup_v2, false, "delegated_v2"},
    Way{Mode::user_namespace, false, "userns"},
    Way{Mode::user_namespace, true, "userns_as_nobody"}};

/// "" or why a way cannot be tried on this machine.
std::string why_not(const Way& way);

/// Whether time and memory of all processes are counted.
bool counts_all(const Way& way);

/// Whether the kernel can tell the peak of every run of several processes; version 2 of control
/// groups can from Linux 6.12 on, before it can only tell one that is the greatest of its box.
bool keeps_peaks(const Way& way);

/// While it lives this process is nobody. The saved ids stay root's, so that it can come back;
/// they do not survive an exec.
class AsNobody {
 public:
  AsNobody();
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;
  ~AsNobody();

  /// Whether it worked.
  [[nodiscard]] bool ok() const { return ok_; }

 private:
  bool ok_ = false;
};

}  // namespace arbiter::box
