#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "box/box.hpp"
#include "judge/program/submission.hpp"
#include "model/judgement.hpp"
#include "model/problem.hpp"
#include "store/host_paths.hpp"

namespace arbiter::judge {

/// A program that is ready to run in a box.
struct Executable {
  std::vector<ProgramFile> files;       ///< to be placed below /program
  std::string entry;                    ///< the one of them that must be executable; may be empty
  std::vector<std::string> argv;        ///< with /program/… paths
  std::vector<std::string> binds;       ///< host folders the language needs beyond the usual ones
  std::vector<ProgramFile> work_files;  ///< put into the work folder before every run
  bool holds_answers = false;           ///< see model::Language; argv prints one of `files`
  int runtime_threads = 0;              ///< to be allowed beyond the limit of processes
  std::vector<std::string> out_of_memory;  ///< see model::Language
  /// Where there are such messages: argv with a heap that only the box bounds, and from which
  /// memory on they are believed at once.
  std::vector<std::string> unbounded_argv;
  Bytes full_memory;
  std::string toolchain;  ///< see Toolchain::identity; what runs it, too
};

/// What came of compiling: how it went, and the program if it went well.
struct Compiled {
  model::CompileJudgement judgement;
  Executable executable;  ///< meaningful if judgement.ok
};

/// The program of a submission that takes part only if it compiles. Error{usage}: it does not;
/// {judge}: nobody can tell.
Result<Executable> executable_or_error(Compiled compiled, const std::string& name);

/// What to compile, and how far it may go.
struct CompileRequest {
  const Submission* submission = nullptr;
  std::vector<std::filesystem::path> additions;  ///< --add: compiled with it
  std::vector<ProgramFile> includes;             ///< the package's own files for it
  /// Replaced in included files, and in a program that belongs to the package.
  const model::Constants* constants = nullptr;
  bool keeps_constants = false;                    ///< in the program itself, see submission.hpp
  std::vector<std::filesystem::path> attachments;  ///< the problem's, for help lines only
  const model::PackageLimits* limits = nullptr;
  /// The memory limit of its runs, which runtimes must be told; none: that of the package.
  std::optional<Bytes> run_memory;
  /// As a server of many calls (judge/batch/batch_program.hpp). Where the language has no such it
  /// is not compiled, and a program may not link as one though it does by itself.
  bool as_server = false;
  /// Many nearly the same are compiled, so the headers are precompiled with which it begins.
  bool is_one_of_many = false;
  bool of_package = false;  ///< a validator or checker: same rules, messages say so
};

/// Compiles in boxes, through a cache of compiled programs and of precompiled headers, both keyed
/// by content, flags and compiler version. Safe to use from several threads; the same program is
/// compiled once, also by several processes. Compiled files are in the cache, or, where that cannot
/// be written, in memory: they are there as long as the Compiler is.
class Compiler {
 public:
  Compiler(box::BoxFactory& boxes, store::HostPaths paths, const model::Languages& languages);
  ~Compiler();

  /// A program that does not compile is a value with judgement.ok false. So is a missing
  /// toolchain, with judgement.fault saying which Debian package brings it. An error is a fault
  /// of the judge.
  Result<Compiled> compile(const CompileRequest& request);

  /// A file that holds `bytes`, there as long as the Compiler is.
  Result<std::filesystem::path> keep_in_memory(std::string_view bytes);

  /// The versions of the compilers and interpreters that were asked for, by language id.
  [[nodiscard]] std::map<std::string, std::string> versions() const;

  /// What went wrong without spoiling anything (a cache that cannot be written), each thing once;
  /// empties the list.
  std::vector<std::string> take_warnings();

  /// Waits for precompiled headers that are being made in the background, as the end of the
  /// object does: some seconds, once for a standard and machine.
  void wait_for_background();
  /// Whether there is anything to wait for.
  [[nodiscard]] bool is_busy() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace arbiter::judge
