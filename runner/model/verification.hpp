#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/units.hpp"
#include "model/verdict.hpp"

namespace arbiter::model {

/// One part of what a package promises, looked at.
struct VerifiedPart {
  std::string name;     ///< "inputs"
  std::string summary;  ///< what was looked at, as "60 inputs, 12 invalid ones"; empty: nothing
  std::vector<Diagnostic> findings;
  bool is_known = false;  ///< from an earlier call: nothing that it depends on has changed

  bool operator==(const VerifiedPart&) const = default;
};

/// A labelled submission, as far as a verification tells of it.
struct VerifiedSubmission {
  std::string path;  ///< below submissions/
  Verdict verdict = Verdict::je;
  bool as_expected = false;
  std::optional<Nanoseconds> time;  ///< the greatest CPU time of a test case; none: none ran
  std::string test;                 ///< where that was
  std::string groups;               ///< verdict or points of each group: "sample AC, secret WA"

  bool operator==(const VerifiedSubmission&) const = default;
};

/// Everything that was looked at of one problem.
struct Verification {
  std::string problem;  ///< id, or as it was given where it could not be loaded
  std::vector<VerifiedPart> parts;
  std::vector<VerifiedSubmission> submissions;
  Nanoseconds time_limit{};  ///< 0: not known

  bool operator==(const Verification&) const = default;
};

/// How many findings there are of a kind.
inline std::size_t count_of(const Verification& verification, Severity severity) {
  std::ptrdiff_t count = 0;
  for (const VerifiedPart& part : verification.parts)
    count += std::ranges::count(part.findings, severity, &Diagnostic::severity);
  return static_cast<std::size_t>(count);
}
/// No error and no warning.
inline bool is_clean(const Verification& verification) {
  return count_of(verification, Severity::error) + count_of(verification, Severity::warning) == 0;
}

}  // namespace arbiter::model
