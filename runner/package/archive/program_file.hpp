#pragma once

#include <filesystem>

#include "model/problem.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// Told by the extension: what programs include.
bool is_header(const std::filesystem::path& file);
/// Told by the extension: texts and data that may lie beside programs.
bool is_document(const std::filesystem::path& file);
/// A source file, or something that can be run as it is.
bool is_program_file(const std::filesystem::path& file);

void warn_no_program(Faults& faults, const std::filesystem::path& path);

/// A source file as a program, with the headers that lie beside it.
model::ProgramSource program_of_file(const std::filesystem::path& file,
                                     const std::vector<std::filesystem::path>& headers);
/// The headers in a folder of which `entries` is the list.
std::vector<std::filesystem::path> headers_among(const std::vector<FolderEntry>& entries);

}  // namespace arbiter::package
