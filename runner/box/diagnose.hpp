#pragma once

#include <string>
#include <vector>

#include "box/box.hpp"
#include "box/host_facts.hpp"

namespace arbiter::box {

/// What came of trying a mode.
struct Trial {
  Mode mode = Mode::unsandboxed;
  bool works = false;
  std::string problem;  ///< why it does not
};

/// The mode is the first that works; what is missing, and the command that gives it, follow from
/// the facts. A function of its arguments alone.
Probe diagnose(const HostFacts& facts, const std::vector<Trial>& trials);

/// What a mode guarantees, in words.
std::vector<std::string> guarantees_of(Mode mode);

/// What makes measured times vary on such a machine, a line each.
std::vector<std::string> noise_of(const HostFacts& facts);

}  // namespace arbiter::box
