#include "standard/registry.hpp"
#include "standard/report.hpp"
#include "standard/token_reader.hpp"
#include "standard/unordered.hpp"

namespace arbiter::checkers {
namespace {

// Lines without a token do not count: in any order no line is the last one.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  LineReader reader(text);
  while (!reader.at_end()) {
    const std::string_view line = without_trailing_blanks(reader.next());
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

int by_tokens(std::string_view left, std::string_view right) {
  if (left == right) return 0;
  TokenReader left_tokens(left);
  TokenReader right_tokens(right);
  for (;;) {
    const std::string_view a = left_tokens.next();
    const std::string_view b = right_tokens.next();
    const int order = a.compare(b);
    if (order != 0 || a.empty()) return order;
  }
}

Outcome check(std::string_view answer, std::string_view output, const Options& /*options*/) {
  if (answer == output) return accepted();
  return compare_unordered(answer, lines_of(answer), output, lines_of(output), by_tokens);
}

}  // namespace

StandardChecker unordered_lines_checker() {
  return {"unordered_lines",
          "the same lines by their tokens, each as often, in any order; blank lines do not count",
          {},
          check};
}

}  // namespace arbiter::checkers
