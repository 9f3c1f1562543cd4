#pragma once

#include <filesystem>
#include <string>

namespace arbiter::judge {

/// Why a ready binary cannot be run on this machine: no ELF file, built for another one, not a
/// program. Empty if it can.
std::string why_not_runnable(const std::filesystem::path& program);

}  // namespace arbiter::judge
