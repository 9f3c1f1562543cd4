#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "box/box.hpp"
#include "judge/compile/compile_sources.hpp"
#include "judge/compile/toolchain.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// Whether sources may be compiled with `header` precompiled: one of them begins with including
/// it, and none includes it further down. Anything before the include (a pragma, a macro, another
/// include) could change its meaning, or be lost; comments and blanks cannot.
bool may_use_precompiled(const std::string& header, const std::vector<std::string_view>& sources);

/// The includes of headers in angle brackets with which a source begins, a line each; comments and
/// blanks may stand between them.
std::string leading_includes(std::string_view source);

/// How to make one.
struct PrecompiledRecipe {
  std::string key;                ///< of the toolchain, the command and `headers`, hex
  std::string header;             ///< "bits/stdc++.h"
  std::string headers;            ///< "#include <bits/stdc++.h>\n"
  std::vector<std::string> argv;  ///< makes k_precompiled_output of k_precompiled_source
};
inline constexpr const char* k_precompiled_source = ".arbiter/header.hpp";
inline constexpr const char* k_precompiled_output = ".arbiter/header.gch";

/// The precompiled headers of the cache: <cache>/precompiled/<key>/<header>.gch, some 120 MiB
/// each. Made in the background at the second use of a standard: whoever compiles first does not
/// wait for it, and whoever comes after it is there profits. A making that is killed leaves a
/// folder that nobody looks at. Safe for several threads and processes.
class PrecompiledHeaders {
 public:
  PrecompiledHeaders(box::BoxFactory& boxes, std::filesystem::path cache)
      : boxes_(boxes), cache_(std::move(cache)) {}
  /// Waits for a making under way.
  ~PrecompiledHeaders() { wait(); }

  /// The folder to be put first on the include path, if it is there and whole.
  std::optional<std::filesystem::path> find(const std::string& key, const std::string& header);
  /// Begins to make it unless this or another process already does, or it failed before. The
  /// first one ever to ask for it only leaves a mark: a single program is compiled long before a
  /// header is made.
  void make_in_background(const PrecompiledRecipe& recipe);
  /// Makes it now, unless another thread or process does, or it failed before.
  void make_at_once(const PrecompiledRecipe& recipe);
  /// Deletes one that turned out to be damaged.
  void discard(const std::string& key);
  /// Whether one is being made.
  [[nodiscard]] bool is_busy() const { return being_made_ > 0; }
  /// Returns when nothing is being made any more.
  void wait();

 private:
  bool was_asked_before(const std::string& key);
  /// Whether it is there, and what its record says, which is looked at once in this process unless
  /// the file changes.
  bool is_whole(const std::string& key, const std::string& header);
  void make(const PrecompiledRecipe& recipe);
  [[nodiscard]] std::filesystem::path folder() const { return cache_ / "precompiled"; }

  box::BoxFactory& boxes_;
  std::filesystem::path cache_;
  std::mutex mutex_;
  std::set<std::string> begun_;
  std::atomic<int> being_made_{0};
  std::vector<std::jthread> makers_;
  std::mutex whole_mutex_;
  std::map<std::string, std::pair<std::uint64_t, std::int64_t>> whole_;  ///< by key: inode, change
};

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

/// The command that compiles (or checks) it in its box, by the job's language or another standard.
std::vector<std::string> compile_command(const CompileTools& tools, const CompileJob& job,
                                         const model::Language& language);

/// The key of a compile: everything that its outcome depends on but the limits.
std::string compile_key(const CompileTools& tools, const CompileJob& job);

/// Compiles (or checks) in a box. A precompiled header, if there is one that may be used, only
/// makes it faster: whenever a compile with it says anything, the compile is done again without,
/// and that one counts. Error: a fault of the box.
Result<CompileOutcome> compile_in_box(const CompileTools& tools, const CompileJob& job);

}  // namespace arbiter::judge
