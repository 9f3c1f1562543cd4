#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/common/verb.hpp"

namespace arbiter::cli {

/// A verb as its flags are declared.
struct ManualVerb {
  const VerbRow& row;
  const CLI::App& app;
};

/// Writes the manual pages of the program and its verbs, and what shells read to complete verbs and
/// their flags, below `folder`, where packages have it: man/man1, bash-completion/completions,
/// zsh/vendor-completions, fish/vendor_completions.d. Error: a file cannot be written.
Result<void> write_manual(const std::filesystem::path& folder, const std::vector<ManualVerb>& verbs,
                          const std::string& version);

}  // namespace arbiter::cli
