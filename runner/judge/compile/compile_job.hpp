#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "box/box.hpp"
#include "judge/compile/compile_sources.hpp"
#include "judge/compile/precompiled.hpp"
#include "judge/compile/toolchain.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// What a compile uses.
struct CompileTools {
  box::BoxFactory& boxes;
  const Kits& kits;
  PrecompiledHeaders& precompiled;
  const model::Languages& languages;
};

/// A file of Arbiter's own that a compile command uses.
struct HelperFile {
  std::string name;
  std::string bytes;
};

/// What one compile was of.
struct CompileJob {
  const model::Language& language;
  const SourceSet& sources;
  const Toolchain& toolchain;
  const model::PackageLimits& limits;
  const std::vector<HelperFile>& helpers;
  bool as_server = false;       ///< `helpers` are those of model::Language::server
  bool is_one_of_many = false;  ///< see CompileRequest
};

/// What came of it.
struct CompileOutcome {
  bool ok = false;
  std::string log;
  std::string help;  ///< which other standard takes it; may be empty
  UniqueFd program;  ///< open if ok and the language makes a program
  /// The same sources would give the same again: no limit had a part in it.
  bool is_lasting = false;
  bool is_missing = false;  ///< the tool could not be started
};

/// The command that compiles (or checks) it in its box.
std::vector<std::string> compile_command(const CompileTools& tools, const CompileJob& job);

/// The key of a compile: everything that its outcome depends on but the limits.
std::string compile_key(const CompileTools& tools, const CompileJob& job);

/// Compiles (or checks) in a box. A precompiled header, if there is one that may be used, only
/// makes it faster: whenever a compile with it says anything, the compile is done again without,
/// and that one counts. Error: a fault of the box.
Result<CompileOutcome> compile_in_box(const CompileTools& tools, const CompileJob& job);

}  // namespace arbiter::judge
