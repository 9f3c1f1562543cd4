#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "judge/compile/package_program.hpp"
#include "judge/program/submission.hpp"
#include "model/generation.hpp"

namespace arbiter::judge {

/// Loads and compiles the programs that make and check tests, each once. Safe to use from several
/// threads, which compile different programs at the same time.
class PackageTools {
 public:
  explicit PackageTools(PackagePrograms programs) : programs_(programs) {}

  [[nodiscard]] const PackagePrograms& programs() const { return programs_; }

  /// The program as it runs; `what` names it in errors. Error{invalid_package}: it does not
  /// compile; {judge}: its toolchain is missing.
  Result<const Executable*> executable(const Submission& program, const std::string& what,
                                       std::vector<ProgramFile> includes = {});
  /// The same for a validator of the package, which may be a grammar.
  Result<const Executable*> validator(const model::ProgramSource& source, const std::string& what);

 private:
  /// A program that one thread compiles while others that want it wait.
  struct Known {
    std::once_flag once;
    std::optional<Result<Executable>> made;
  };

  Result<const Executable*> once(const std::string& what,
                                 const std::function<Result<Executable>()>& make);

  PackagePrograms programs_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;  ///< by `what`
};

/// A generator of the problem as a program, with testlib.h if it needs that.
/// Error{invalid_package}: in no known language, or there is no testlib.h.
Result<Submission> load_generator(const std::string& name, const model::Problem& problem,
                                  const model::Languages& languages);

/// What a program's work depends on beyond its own files.
struct ProgramWorld {
  const model::Constants& constants;
  std::string kits_hash;
};

/// A hash of all that decides what a program does: its files and the package's for it, constants,
/// its language's commands, and the kits for those that can include them. Error: a file cannot be
/// read.
Result<std::string> hash_program(const Submission& program,
                                 const std::vector<ProgramFile>& includes,
                                 const ProgramWorld& world);

}  // namespace arbiter::judge
