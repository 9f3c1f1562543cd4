#include "standard/registry.hpp"
#include "standard/token_compare.hpp"

namespace arbiter::checkers {
namespace {

constexpr std::array<std::string_view, 5> k_arguments{
    "case_sensitive", "space_change_sensitive", "float_relative_tolerance",
    "float_absolute_tolerance", "float_tolerance"};

Outcome check(std::string_view answer, std::string_view output, const Options& options) {
  return compare_tokens(answer, output, options);
}

}  // namespace

StandardChecker default_checker() {
  return {"default", "the default output validator of the problem package format", k_arguments,
          check};
}

}  // namespace arbiter::checkers
