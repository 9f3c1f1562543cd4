#include "standard/registry.hpp"

#include <algorithm>

namespace arbiter::checkers {

std::span<const StandardChecker> standard_checkers() {
#define ARBITER_CHECKER(name) name##_checker(),
  static const StandardChecker k_checkers[] = {
#include "standard/checkers.def"
  };
#undef ARBITER_CHECKER
  return k_checkers;
}

const StandardChecker* find_checker(std::string_view name) {
  const std::span<const StandardChecker> all = standard_checkers();
  const auto found = std::find_if(all.begin(), all.end(), [name](const StandardChecker& checker) {
    return checker.name == name;
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace arbiter::checkers
