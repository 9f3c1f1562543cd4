#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/common/flags.hpp"
#include "cli/common/session.hpp"
#include "cli/verify/mutants.hpp"
#include "model/verification.hpp"

namespace arbiter::cli {

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

}  // namespace arbiter::cli
