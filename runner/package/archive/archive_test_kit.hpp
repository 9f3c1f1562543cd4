#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "package/archive/archive_reader.hpp"

namespace arbiter::package {

/// An entry to put into an archive.
struct PackedEntry {
  std::string name;
  std::string content;
  unsigned type = AE_IFREG;
  std::string target = {};  ///< of a link
};

enum class PackedAs { zip, encrypted_zip, tar_gz, tar, seven_zip };

/// Writes an archive for a test; names are taken as bytes.
inline void pack(const std::filesystem::path& path, const std::vector<PackedEntry>& entries,
                 PackedAs format = PackedAs::zip) {
  const Utf8Locale locale;
  ::archive* out = ::archive_write_new();
  switch (format) {
    case PackedAs::zip:
      ::archive_write_set_format_zip(out);
      break;
    case PackedAs::encrypted_zip:
      ::archive_write_set_format_zip(out);
      ::archive_write_set_options(out, "zip:encryption=traditional");
      ::archive_write_set_passphrase(out, "secret");
      break;
    case PackedAs::tar_gz:
      ::archive_write_add_filter_gzip(out);
      ::archive_write_set_format_pax_restricted(out);
      break;
    case PackedAs::tar:
      ::archive_write_set_format_gnutar(out);
      break;
    case PackedAs::seven_zip:
      ::archive_write_set_format_7zip(out);
      break;
  }
  ASSERT_EQ(::archive_write_open_filename(out, path.c_str()), ARCHIVE_OK);
  for (const PackedEntry& packed : entries) {
    ::archive_entry* entry = ::archive_entry_new();
    ::archive_entry_set_pathname(entry, packed.name.c_str());
    ::archive_entry_set_filetype(entry, packed.type);
    ::archive_entry_set_perm(entry, 0644);
    ::archive_entry_set_mtime(entry, 1'700'000'000, 0);
    if (packed.type == AE_IFLNK) ::archive_entry_set_symlink(entry, packed.target.c_str());
    ::archive_entry_set_size(entry, static_cast<la_int64_t>(packed.content.size()));
    ASSERT_GE(::archive_write_header(out, entry), ARCHIVE_WARN) << ::archive_error_string(out);
    ::archive_write_data(out, packed.content.data(), packed.content.size());
    ::archive_entry_free(entry);
  }
  ::archive_write_close(out);
  ::archive_write_free(out);
}

}  // namespace arbiter::package
