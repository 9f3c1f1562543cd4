#include "package/archive/archive_reader.hpp"

#include <archive.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/text.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

void ArchiveDeleter::operator()(::archive* archive) const {
  ::archive_read_free(archive);
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

namespace {

constexpr std::size_t k_most_levels = 32;
constexpr std::size_t k_longest_part = 255;

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

}  // namespace

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

}  // namespace arbiter::package
