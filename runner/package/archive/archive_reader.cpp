#include "package/archive/archive_reader.hpp"

#include <archive.h>

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

}  // namespace arbiter::package
