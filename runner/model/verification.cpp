#include "model/verification.hpp"

#include <algorithm>

namespace arbiter::model {

std::size_t count_of(const Verification& verification, Severity severity) {
  std::size_t count = 0;
  for (const VerifiedPart& part : verification.parts) {
    count += static_cast<std::size_t>(
        std::ranges::count(part.findings, severity, &Diagnostic::severity));
  }
  return count;
}

bool is_clean(const Verification& verification) {
  return count_of(verification, Severity::error) + count_of(verification, Severity::warning) == 0;
}

}  // namespace arbiter::model
