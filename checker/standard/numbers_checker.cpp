#include <cmath>

#include "standard/decimal.hpp"
#include "standard/registry.hpp"
#include "standard/report.hpp"
#include "standard/token_compare.hpp"
#include "standard/token_reader.hpp"

namespace arbiter::checkers {
namespace {

constexpr double k_default_tolerance = 1e-6;

Outcome check(std::string_view answer, std::string_view output, const Options& options) {
  TokenReader tokens(answer);
  for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next()) {
    const std::optional<double> value = parse_decimal(token);
    if (!value || !std::isfinite(*value)) {
      return broken_answer(place_of(answer, token), "a finite decimal number");
    }
  }
  Options rules;
  rules.relative_tolerance = options.relative_tolerance;
  rules.absolute_tolerance = options.absolute_tolerance;
  if (!rules.relative_tolerance && !rules.absolute_tolerance) {
    rules.relative_tolerance = k_default_tolerance;
    rules.absolute_tolerance = k_default_tolerance;
  }
  return compare_tokens(answer, output, rules);
}

}  // namespace

StandardChecker numbers_checker() {
  return {"numbers", "numbers within a tolerance, 1e-6 absolute or relative unless given",
          k_tolerance_arguments, check};
}

}  // namespace arbiter::checkers
