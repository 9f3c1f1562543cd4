#include "judge/program/glob.hpp"

#include <fnmatch.h>

#include <string>

namespace arbiter::judge {

bool matches_glob(std::string_view pattern, std::string_view name) {
  return ::fnmatch(std::string(pattern).c_str(), std::string(name).c_str(), FNM_NOESCAPE) == 0;
}

}  // namespace arbiter::judge
