#include "cli/common/version.hpp"

#include "arbiter_version.h"

#define ARBITER_TEXT_INNER(x) #x
#define ARBITER_TEXT(x) ARBITER_TEXT_INNER(x)

namespace arbiter {

std::string_view version() {
  return ARBITER_VERSION;
}

std::string_view compiler() {
// clang defines the macros of g++ too, with the version it imitates.
#ifdef __clang__
  return "clang " ARBITER_TEXT(__clang_major__) "." ARBITER_TEXT(__clang_minor__) "." ARBITER_TEXT(
      __clang_patchlevel__);
#else
  return "g++ " ARBITER_TEXT(__GNUC__) "." ARBITER_TEXT(__GNUC_MINOR__) "." ARBITER_TEXT(
      __GNUC_PATCHLEVEL__);
#endif
}

}  // namespace arbiter
