#include <algorithm>

#include "standard/registry.hpp"
#include "standard/report.hpp"
#include "standard/token_compare.hpp"
#include "standard/token_reader.hpp"

namespace arbiter::checkers {
namespace {

bool is_yes_or_no(std::string_view token) {
  const auto is = [token](std::string_view word) {
    return std::equal(token.begin(), token.end(), word.begin(), word.end(),
                      [](char a, char b) { return fold(a) == b; });
  };
  return is("yes") || is("no");
}

Outcome check(std::string_view answer, std::string_view output, const Options& /*options*/) {
  TokenReader tokens(answer);
  for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (!is_yes_or_no(token)) return broken_answer(place_of(answer, token), "YES or NO");
  }
  return compare_tokens(answer, output, Options{});
}

}  // namespace

StandardChecker yesno_checker() {
  return {"yesno", "a sequence of YES and NO in any case", {}, check};
}

}  // namespace arbiter::checkers
