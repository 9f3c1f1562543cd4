#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "box/box.hpp"
#include "judge/compile/tool_run.hpp"
#include "model/language.hpp"

namespace arbiter::judge {

/// The header kits that every C and C++ compile is offered, as a box sees them.
struct Kits {
  std::vector<box::Bind> binds;
  std::vector<std::string> includes;  ///< "-I/kits/checker" …
  std::string hash;                   ///< of all names and contents

  /// Those below `share` (…/share/arbiter) that are there: {checker,generators,reference}/include.
  /// Kits that only their owner may read are copied below `cache`, because in a box they are read
  /// by a user who owns nothing.
  static Kits find(const std::filesystem::path& share, const std::filesystem::path& cache);
};

/// Whether programs of this language are compiled with the kits.
bool uses_kits(const model::Language& language);

/// Which compiler or interpreter stands behind a language here. Two with equal identities make
/// the same program of the same source.
struct Toolchain {
  /// Path, size and time of each tool, the version that one tells, libc's headers.
  std::string identity;
  std::string version;  ///< the first line of what the tool tells of itself; may be empty
};

/// Finds out about toolchains: each once a process, and each version asked for once a cache.
/// Safe to use from several threads.
class Toolchains {
 public:
  Toolchains(box::BoxFactory& boxes, const std::filesystem::path& cache)
      : boxes_(boxes), folder_(cache / "toolchains") {}

  /// None if it is not installed. Error: a fault of the box.
  Result<std::optional<Toolchain>> find(const model::Language& language);
  /// The versions of all that were found so far, by language id.
  std::map<std::string, std::string> versions();

 private:
  Result<std::optional<Toolchain>> look(const model::Language& language);
  Result<std::optional<std::string>> version_of(const model::Language& language,
                                                const std::string& binaries);

  box::BoxFactory& boxes_;
  std::filesystem::path folder_;
  std::mutex mutex_;
  std::map<std::string, Toolchain> found_;  ///< by language id
};

/// The program that a language needs on the host: the first of its `needs`, else its compiler,
/// checker or interpreter. Empty for a language that needs none.
std::string tool_of(const model::Language& language);

/// Asks its tool for the version.
ToolRun version_run(const model::Language& language);

/// All programs that it needs, `tool_of` first.
std::vector<std::string> tools_of(const model::Language& language);

/// The first of them that this machine lacks; empty if none. `needs` need only be there, the others
/// must be executable.
std::string missing_tool(const model::Language& language);

}  // namespace arbiter::judge
