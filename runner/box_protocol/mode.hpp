#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter::box_protocol {

/// How programs are isolated on a machine; see runner/docs/architecture.md.
enum class Mode : std::uint8_t {
  root_cgroup_v1,
  root_cgroup_v2,
  delegated_cgroup_v2,
  user_namespace,
  unsandboxed,
};

/// "root, cgroup v1", "unsandboxed" …: what every record prints.
std::string_view mode_name(Mode mode);
/// The word of --sandbox, and of arbiter-box, for a mode: "root-v1", "root-v2", "delegated-v2",
/// "userns", "none".
std::string_view mode_word(Mode mode);
std::optional<Mode> parse_mode(std::string_view word);

/// What systemd calls the control group of the nursery that has this process id.
std::string scope_name(int nursery);

}  // namespace arbiter::box_protocol
