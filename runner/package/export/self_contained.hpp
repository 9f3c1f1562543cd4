#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/problem.hpp"

namespace arbiter::package {

/// Writes the headers of Arbiter's kits (`#include <arbiter/…>`, in one of the folders `kits`) into
/// the sources and headers below `folder` that include them, each guarded, so that they compile
/// where there are no kits. Returns how many files were changed. Error: a file cannot be read or
/// written.
Result<std::size_t> write_kits_into(const std::filesystem::path& folder,
                                    const std::vector<std::filesystem::path>& kits);

/// The C or C++ sources of a program as one source, one after the other, with its own headers and
/// those of the kits in them. Empty: it has no such source. Error: a file cannot be read.
Result<std::string> one_file(const model::ProgramSource& program,
                             const std::vector<std::filesystem::path>& kits);

}  // namespace arbiter::package
