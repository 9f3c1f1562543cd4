#include <algorithm>

#include "standard/byte_scan.hpp"
#include "standard/registry.hpp"
#include "standard/report.hpp"

namespace arbiter::checkers {
namespace {

Outcome check(std::string_view answer, std::string_view output, const Options& /*options*/) {
  const std::size_t size = std::min(answer.size(), output.size());
  const std::size_t equal = best_byte_scan().mismatch(answer.data(), output.data(), size);
  if (equal == answer.size() && equal == output.size()) return accepted();
  return rejected(line_place(answer, equal), line_place(output, equal));
}

}  // namespace

StandardChecker exact_checker() {
  return {"exact", "the same bytes, blanks and the last line feed included", {}, check};
}

}  // namespace arbiter::checkers
