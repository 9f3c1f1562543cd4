#include "standard/registry.hpp"
#include "standard/token_compare.hpp"

namespace arbiter::checkers {
namespace {

Outcome check(std::string_view answer, std::string_view output, const Options& /*options*/) {
  Options rules;
  rules.case_sensitive = true;
  return compare_tokens(answer, output, rules);
}

}  // namespace

StandardChecker tokens_checker() {
  return {"tokens", "the same tokens byte for byte, however they are spaced", {}, check};
}

}  // namespace arbiter::checkers
