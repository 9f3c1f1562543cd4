#pragma once

#include <filesystem>

#include "base/result.hpp"
#include "base/temp_dir.hpp"

namespace arbiter::package {

/// Whether a name ends in .zip or .kpp, as those of packages in one file do.
bool is_archive_name(const std::filesystem::path& path);

/// A package out of an archive. Its files are there as long as this object is.
struct Unpacked {
  TempDir folder;              ///< private to the user
  std::filesystem::path root;  ///< the problem folder in it
};

/// Unpacks a ZIP archive. The problem lies at the top of the archive or in the only folder there;
/// at the top it is called as the archive is. Nothing is ever written outside the new folder, and
/// no more than 2 GiB and 200000 entries. Error{invalid_package}: not a ZIP archive, damaged,
/// encrypted, too large; an entry whose name is absolute, leads out, is there twice, is not UTF-8
/// or is nested too deep; a link that leads out; something that is neither file, folder nor link.
/// Error{usage}: cannot be read.
Result<Unpacked> unpack(const std::filesystem::path& archive);

/// Unpacks a tar archive into the empty folder `into`, as carefully. Error{invalid_package}: as
/// above.
Result<void> unpack_tar(const std::filesystem::path& archive, const std::filesystem::path& into);

}  // namespace arbiter::package
