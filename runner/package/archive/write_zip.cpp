#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/text.hpp"
#include "package/archive/archive.hpp"
#include "package/archive/archive_reader.hpp"

namespace arbiter::package {
namespace {

struct ZipWriterDeleter {
  void operator()(::archive* archive) const { ::archive_write_free(archive); }
};
struct ZipHeaderDeleter {
  void operator()(::archive_entry* entry) const { ::archive_entry_free(entry); }
};

la_ssize_t append_bytes(::archive* /*archive*/, void* to, const void* bytes, std::size_t count) {
  static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), count);
  return static_cast<la_ssize_t>(count);
}

Error zip_failure(::archive* archive) {
  const char* text = archive == nullptr ? nullptr : ::archive_error_string(archive);
  return judge_error(
      fmt::format("no archive can be written: {}", text == nullptr ? "out of memory" : text));
}

Result<void> add_entry(::archive* archive, const ZipEntry& file) {
  const std::unique_ptr<::archive_entry, ZipHeaderDeleter> entry(::archive_entry_new());
  if (!entry) return zip_failure(archive);
  // Without a time the library writes the earliest one that the format has, whatever the time zone.
  ::archive_entry_set_pathname_utf8(entry.get(), file.name.c_str());
  ::archive_entry_set_size(entry.get(), static_cast<la_int64_t>(file.bytes.size()));
  ::archive_entry_set_filetype(entry.get(), AE_IFREG);
  constexpr int k_readable = 0644;
  ::archive_entry_set_perm(entry.get(), k_readable);
  if (::archive_write_header(archive, entry.get()) != ARCHIVE_OK) return zip_failure(archive);
  const la_ssize_t written = ::archive_write_data(archive, file.bytes.data(), file.bytes.size());
  if (written != static_cast<la_ssize_t>(file.bytes.size())) return zip_failure(archive);
  return {};
}

Result<void> check_names(const std::vector<ZipEntry>& entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::string why = why_no_entry_name(entries[i].name);
    if (why.empty() && i > 0 && entries[i - 1].name == entries[i].name) why = "is there twice";
    if (why.empty()) continue;
    return judge_error(fmt::format("the entry '{}' {}", printable(entries[i].name), why));
  }
  return {};
}

}  // namespace

Result<std::string> write_zip(std::vector<ZipEntry> entries) {
  std::ranges::sort(entries, {}, &ZipEntry::name);
  ARBITER_CHECK(check_names(entries));
  const Utf8Locale locale;
  std::string bytes;
  {
    const std::unique_ptr<::archive, ZipWriterDeleter> archive(::archive_write_new());
    if (!archive) return zip_failure(nullptr);
    ::archive_write_set_format_zip(archive.get());
    ::archive_write_set_options(archive.get(), "zip:hdrcharset=UTF-8");
    ::archive_write_set_bytes_in_last_block(archive.get(), 1);
    if (::archive_write_open(archive.get(), &bytes, nullptr, append_bytes, nullptr) != ARCHIVE_OK) {
      return zip_failure(archive.get());
    }
    for (const ZipEntry& entry : entries)
      ARBITER_CHECK(add_entry(archive.get(), entry));
    if (::archive_write_close(archive.get()) != ARCHIVE_OK) return zip_failure(archive.get());
  }
  return bytes;
}

}  // namespace arbiter::package
