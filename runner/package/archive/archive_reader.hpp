#pragma once

#include <clocale>
#include <filesystem>
#include <memory>
#include <string>

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

}  // namespace arbiter::package
