#include "box_protocol/mode.hpp"

#include <array>

namespace arbiter::box_protocol {
namespace {

struct ModeRow {
  Mode mode;
  std::string_view word;
  std::string_view name;
};

// In the order of Mode.
constexpr std::array k_modes = {
    ModeRow{Mode::root_cgroup_v1, "root-v1", "root, cgroup v1"},
    ModeRow{Mode::root_cgroup_v2, "root-v2", "root, cgroup v2"},
    ModeRow{Mode::delegated_cgroup_v2, "delegated-v2", "user namespaces, delegated cgroup v2"},
    ModeRow{Mode::user_namespace, "userns", "user namespaces, no cgroup"},
    ModeRow{Mode::unsandboxed, "none", "unsandboxed"}};

}  // namespace

std::string_view mode_name(Mode mode) {
  return k_modes.at(static_cast<std::size_t>(mode)).name;
}

std::string_view mode_word(Mode mode) {
  return k_modes.at(static_cast<std::size_t>(mode)).word;
}

std::optional<Mode> parse_mode(std::string_view word) {
  for (const ModeRow& one : k_modes) {
    if (one.word == word) return one.mode;
  }
  return std::nullopt;
}

std::string scope_name(int nursery) {
  return "arbiter-box-" + std::to_string(nursery) + ".scope";
}

}  // namespace arbiter::box_protocol
