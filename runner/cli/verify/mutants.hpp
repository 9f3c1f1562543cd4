#pragma once

#include <cstddef>

#include "base/result.hpp"
#include "cli/judge/call.hpp"
#include "model/verification.hpp"

namespace arbiter::cli {

/// What was asked of --mutants.
struct MutantOptions {
  std::size_t most = 200;   ///< mutants of a problem
  bool adds_tests = false;  ///< the fewest test cases that fail all that can be failed
};

/// Mutates the accepted submissions of an open problem and judges the mutants on its test cases,
/// each until one fails it. Those that none fails are stressed. Boxes and compiler of the call are
/// used, its plan is not kept. Error: a fault of the judge; {usage}: a test case cannot be written;
/// {interrupted}.
Result<model::VerifiedPart> verify_mutants(const Session& session, JudgeCall& call,
                                           const MutantOptions& options);

}  // namespace arbiter::cli
