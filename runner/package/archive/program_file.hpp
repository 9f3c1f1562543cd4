#pragma once

#include <filesystem>

#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// Told by the extension: what programs include.
bool is_header(const std::filesystem::path& file);
/// Told by the extension: texts and data that may lie beside programs.
bool is_document(const std::filesystem::path& file);
/// A source file, or something that can be run as it is.
bool is_program_file(const std::filesystem::path& file);

void warn_no_program(Faults& faults, const std::filesystem::path& path);

}  // namespace arbiter::package
