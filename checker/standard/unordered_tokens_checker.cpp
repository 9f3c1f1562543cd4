#include "standard/byte_scan.hpp"
#include "standard/registry.hpp"
#include "standard/report.hpp"
#include "standard/token_reader.hpp"
#include "standard/unordered.hpp"

namespace arbiter::checkers {
namespace {

std::vector<std::string_view> tokens_of(std::string_view text) {
  std::vector<std::string_view> tokens;
  TokenReader reader(text);
  for (std::string_view token = reader.next(); !token.empty(); token = reader.next()) {
    tokens.push_back(token);
  }
  return tokens;
}

int by_bytes(std::string_view left, std::string_view right) {
  return left.compare(right);
}

Outcome check(std::string_view answer, std::string_view output, const Options& /*options*/) {
  if (answer == output) return accepted();
  return compare_unordered(answer, tokens_of(answer), output, tokens_of(output), by_bytes);
}

}  // namespace

StandardChecker unordered_tokens_checker() {
  return {"unordered_tokens", "the same tokens, each as often, in any order", {}, check};
}

}  // namespace arbiter::checkers
