#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "intake/layouts/layout.hpp"

namespace arbiter::intake {

/// A row of submissions.csv: what a teacher says of a file or folder.
struct ManifestRow {
  std::string file;     ///< below the source
  std::string student;  ///< may be empty: it is told as if the row were not there
  std::string problem;  ///< likewise
  std::optional<std::int64_t> submitted;
  Place place;
  bool is_used = false;
};

/// Reads submissions.csv: file, student, problem, submitted.
std::vector<ManifestRow> read_manifest(const std::filesystem::path& path,
                                       std::vector<Diagnostic>& diagnostics);

/// Takes what the rows are about out of `source`, as areas of their students. Rows without a
/// student only say when something was handed in, which is added to `times` by origin.
void apply_manifest(std::vector<ManifestRow>& rows, Node& source, LayoutState& state,
                    std::map<std::string, std::int64_t>& times,
                    std::vector<Diagnostic>& diagnostics);

}  // namespace arbiter::intake
