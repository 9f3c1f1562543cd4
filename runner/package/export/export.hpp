#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "model/problem.hpp"

namespace arbiter::package {

enum class ExportPlatform : std::uint8_t { legacy, domjudge, polygon, cms };

/// A format of other judges that problems are exported to.
struct ExportFormat {
  std::string_view word;  ///< of the command line
  std::string_view name;  ///< whose packages these are, for messages
  ExportPlatform platform;
  bool is_in_folder;  ///< its archives hold one folder; else the files are at the top
};

inline constexpr std::array k_export_formats = {
    ExportFormat{"legacy", "legacy packages", ExportPlatform::legacy, true},
    ExportFormat{"domjudge", "DOMjudge", ExportPlatform::domjudge, false},
    ExportFormat{"polygon", "Polygon", ExportPlatform::polygon, false},
    ExportFormat{"cms", "CMS", ExportPlatform::cms, true}};

/// What is exported, and what that takes.
struct ExportSource {
  const model::Problem& problem;            ///< with all its tests; nobody else changes its files
  std::vector<std::filesystem::path> kits;  ///< as of write_kits_into
  std::filesystem::path adapter;  ///< config/export/adapter.cpp: lets programs be called otherwise
  std::string page;               ///< the statement as HTML; empty: none can be made
};

/// Writes the headers of Arbiter's kits (`#include <arbiter/…>`, in one of the folders `kits`) into
/// the sources and headers below `folder` that include them, each guarded, so that they compile
/// where there are no kits. Returns how many files were changed. Error: a file cannot be read or
/// written.
Result<std::size_t> write_kits_into(const std::filesystem::path& folder,
                                    const std::vector<std::filesystem::path>& kits);

/// Writes the problem into the empty folder `to` as a package of that format. What the format
/// cannot say, and what a person must do before it is used, comes back as sentences.
/// Error{invalid_package}: the format cannot say something without which verdicts would be others.
Result<std::vector<std::string>> write_package_for(const ExportFormat& format,
                                                   const ExportSource& source,
                                                   const std::filesystem::path& to);

}  // namespace arbiter::package
