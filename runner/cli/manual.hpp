#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace CLI {
class App;
}

namespace arbiter::cli {

/// A verb as its flags are declared.
struct ManualVerb {
  std::string name;
  std::string arguments;  ///< of the usage line
  std::string summary;
  const CLI::App* app = nullptr;
};

/// The manual page of a verb, in man(7).
std::string verb_page(const ManualVerb& verb, const std::string& version);
/// The page of the program, which names all verbs.
std::string program_page(const std::vector<ManualVerb>& verbs, const std::string& version);

/// What a shell reads to complete verbs and their flags; else it completes names of files.
std::string bash_completion(const std::vector<ManualVerb>& verbs);
std::string zsh_completion(const std::vector<ManualVerb>& verbs);
std::string fish_completion(const std::vector<ManualVerb>& verbs);

/// Writes all of it below `folder`, where packages have it: man/man1, bash-completion/completions,
/// zsh/vendor-completions, fish/vendor_completions.d. Error: a file cannot be written.
Result<void> write_manual(const std::filesystem::path& folder, const std::vector<ManualVerb>& verbs,
                          const std::string& version);

}  // namespace arbiter::cli
