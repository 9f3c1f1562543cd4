#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/temp_dir.hpp"
#include "base/units.hpp"

namespace arbiter::package {

/// Whether a name ends in .zip or .kpp, as those of packages in one file do.
bool is_archive_name(const std::filesystem::path& path);
/// Whether it has such a name and is no folder.
bool is_archive(const std::filesystem::path& path);

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

/// Whether a name ends as those of archives do: .zip, .tar, .tar.gz, .tgz, .7z, .rar, …
bool is_any_archive_name(std::string_view name);

/// `name` without that ending.
std::string without_archive_ending(std::string_view name);

struct UnpackLimits {
  std::size_t entries = 200'000;
  Bytes bytes = mib(2048);   ///< of all files together, unpacked
  Bytes of_file = mib(256);  ///< of each
  /// How many times larger than the archive the files may be, if they are larger than
  /// `unsuspicious`.
  std::int64_t ratio = 200;
  Bytes unsuspicious = mib(32);
};

/// A file of an archive, or a folder that it names.
struct ArchiveEntry {
  std::string name;            ///< as the archive has it, in UTF-8, parts divided by single slashes
  std::filesystem::path path;  ///< where its content is now; empty for a folder
  std::optional<std::int64_t> modified;  ///< seconds since 1970
  bool is_by_clock = false;  ///< that is what a clock showed, taken for one of the machine's zone
};

/// An entry that is not unpacked.
struct RefusedEntry {
  std::string name;
  std::string why;  ///< words that follow the name: "is encrypted"
};

struct ArchiveContent {
  std::vector<ArchiveEntry> entries;
  std::vector<RefusedEntry> refused;
  std::string damage;    ///< why it was not read to its end, as a sentence; empty: it was
  std::size_t seen = 0;  ///< how many entries it has, as far as it was read
  Bytes bytes;           ///< how much was written
  bool is_bomb = false;  ///< `damage` is that it goes over the limits
};

/// Unpacks what can be unpacked of a ZIP, tar, 7z or RAR archive, the latter also compressed. No
/// name of an entry ever becomes a name of a file: they are called by numbers in the folder `into`,
/// which exists, beginning with `first`. What is encrypted, a link, a device, too large, or leads
/// out of the archive by its name is refused and the rest unpacked. Entries that `is_wanted` says
/// no to are passed over. Error{judge}: the disk is full and the like; never for what the archive
/// is.
Result<ArchiveContent> unpack_entries(const std::filesystem::path& archive,
                                      const std::filesystem::path& into, std::size_t first,
                                      const UnpackLimits& limits,
                                      const std::function<bool(std::string_view)>& is_wanted);

/// A file of an archive.
struct ZipEntry {
  std::string name;  ///< relative, UTF-8, with slashes
  std::string bytes;
  bool is_executable = false;
};

/// The bytes of a ZIP archive. The same entries in any order give the same bytes: they are sorted
/// by name and dated 1980-01-01. Error: a name leads out, is no UTF-8 or is there twice.
Result<std::string> write_zip(std::vector<ZipEntry> entries);

}  // namespace arbiter::package
