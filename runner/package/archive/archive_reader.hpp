#pragma once

#include <clocale>
#include <memory>
#include <string>
#include <string_view>

struct archive;

namespace arbiter::package {

struct ArchiveDeleter {
  void operator()(::archive* archive) const;
};
using ArchivePtr = std::unique_ptr<::archive, ArchiveDeleter>;

/// The library turns names into the locale's encoding, and fails at them in that of "C". Holds for
/// this thread as long as the object lives.
class Utf8Locale {
 public:
  Utf8Locale();
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;
  ~Utf8Locale();

 private:
  locale_t locale_;
  locale_t before_ = nullptr;
};

/// What the library says of its last failure, safe to print.
std::string quoted_failure(::archive* archive);

/// Why the name of an entry of an archive may not be a path below the folder where the archive is
/// unpacked, as words that follow the name; empty when it may. A slash at the end is allowed.
std::string why_no_entry_name(std::string_view name);

/// The same where names only have to be shown and compared, and no path is ever made of one: what
/// leads out of the archive, is absolute, or nested too deep.
std::string why_leads_out(std::string_view name);

/// Whether a link below the folder, at `name`, to `target` stays inside as far as its words say.
bool stays_inside(std::string_view name, std::string_view target);

}  // namespace arbiter::package
