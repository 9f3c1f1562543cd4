#include "package/archive/archive_reader.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/text.hpp"
#include "package/archive/archive.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {
namespace {

constexpr std::size_t k_most_levels = 32;
constexpr std::size_t k_longest_part = 255;

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

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
  constexpr int k_executable = 0755;
  ::archive_entry_set_perm(entry.get(), file.is_executable ? k_executable : k_readable);
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

void ArchiveDeleter::operator()(::archive* archive) const {
  ::archive_free(archive);
}

Utf8Locale::Utf8Locale() : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
  if (locale_ != nullptr) before_ = ::uselocale(locale_);
}

Utf8Locale::~Utf8Locale() {
  if (locale_ == nullptr) return;
  ::uselocale(before_);
  ::freelocale(locale_);
}

std::string quoted_failure(::archive* archive) {
  const char* text = ::archive_error_string(archive);
  return text == nullptr ? std::string("it is damaged") : printable(clipped(text));
}

std::string why_no_entry_name(std::string_view name) {
  if (name.empty()) return "is empty";
  if (!is_utf8(name)) return "is not UTF-8";
  if (name.front() == '/') return "is absolute";
  // Archives of Windows programs: a file of this name would not be what its maker meant.
  if (name.find('\\') != std::string_view::npos) return "has a backslash in it";
  if (std::ranges::any_of(name, is_control)) return "has a control character in it";
  if (name.ends_with('/')) name.remove_suffix(1);
  const auto parts = split(name, '/');
  if (parts.size() > k_most_levels) {
    return fmt::format("is nested more than {} levels deep", k_most_levels);
  }
  for (const std::string_view part : parts) {
    if (part == "..") return "leads out of the archive";
    if (part.empty() || part == ".") return "has an empty part";
    if (part.size() > k_longest_part) {
      return fmt::format("has a part longer than {} bytes", k_longest_part);
    }
  }
  return {};
}

std::string why_leads_out(std::string_view name) {
  if (name.starts_with('/')) return "is absolute";
  if (name.find('\0') != std::string_view::npos) return "has a NUL byte in it";
  const auto parts = split(name, '/');
  if (parts.size() > k_most_levels) {
    return fmt::format("is nested more than {} levels deep", k_most_levels);
  }
  const bool leads_up = std::ranges::find(parts, "..") != parts.end();
  return leads_up ? "leads out of the archive" : "";
}

bool stays_inside(std::string_view name, std::string_view target) {
  if (target.empty() || target.front() == '/') return false;
  if (target.find('\0') != std::string_view::npos) return false;
  const auto whole = (std::filesystem::path(name).parent_path() / std::filesystem::path(target))
                         .lexically_normal();
  return *whole.begin() != "..";
}

Result<std::string> write_zip(std::vector<ZipEntry> entries) {
  std::ranges::sort(entries, {}, &ZipEntry::name);
  ARBITER_CHECK(check_names(entries));
  const Utf8Locale locale;
  std::string bytes;
  {
    const ArchivePtr archive(::archive_write_new());
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
