#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace arbiter::package {

/// A file of an archive.
struct ZipEntry {
  std::string name;  ///< relative, UTF-8, with slashes
  std::string bytes;
};

/// The bytes of a ZIP archive. The same entries in any order give the same bytes: they are sorted
/// by name and dated 1980-01-01. Error: a name leads out, is no UTF-8 or is there twice.
Result<std::string> write_zip(std::vector<ZipEntry> entries);

}  // namespace arbiter::package
