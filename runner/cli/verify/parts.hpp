#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/judge/call.hpp"
#include "model/verification.hpp"

namespace arbiter::cli {

/// What was asked of --mutants.
struct MutantOptions {
  std::size_t most = 200;   ///< mutants of a problem
  bool adds_tests = false;  ///< the fewest test cases that fail all that can be failed
};

/// What was asked of `verify`.
struct VerifyOptions {
  JudgeOptions judge;             ///< words, --jobs, --no-cache, --links-within, --sandbox, …
  std::vector<std::string> only;  ///< globs of parts; none: all
  bool is_quick = false;
  bool fixes = false;
  std::optional<MutantOptions> mutants;  ///< none: only if `only` names them
};

/// Error{nothing_matched}: a glob matches no part; names the nearest.
Result<void> check_parts(const std::vector<std::string>& globs);

/// Looks at all that is wanted of one problem. What is wrong with it is among the findings, also
/// where it cannot be loaded. What was found is kept in the cache, by all that it depends on.
/// Error{judge}, {usage}, {interrupted}.
Result<model::Verification> verify_problem(const Session& session, const VerifyOptions& options,
                                           const std::filesystem::path& problem);

/// Mutates the accepted submissions of an open problem and judges the mutants on its test cases,
/// each until one fails it. Those that none fails are stressed. Boxes and compiler of the call are
/// used, its plan is not kept. Error: a fault of the judge; {usage}: a test case cannot be written;
/// {interrupted}.
Result<model::VerifiedPart> verify_mutants(const Session& session, JudgeCall& call,
                                           const MutantOptions& options);

}  // namespace arbiter::cli
