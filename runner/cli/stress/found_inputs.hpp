#pragma once

#include <filesystem>
#include <string>

#include "base/result.hpp"

namespace arbiter::cli {

/// Keeps an input that a stress test found as <state>/found/<hash>.in, each once, and removes those
/// that are older than 30 days. Error: it cannot be written.
Result<std::filesystem::path> keep_found_input(const std::filesystem::path& state,
                                               const std::string& input);

}  // namespace arbiter::cli
