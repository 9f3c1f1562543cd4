#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "judge/program/submission.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// The `testlib.h` to compile a program of the package with: none if it includes no such file or
/// has one of its own, else that of the package (files/, its top, include/…), else the one that
/// `setting` ($ARBITER_TESTLIB, a file or the folder of it) names; it lies beside the program's
/// main file. Error{invalid_package}: there is none, or it leaves the package.
Result<std::optional<ProgramFile>> find_testlib(const Submission& program,
                                                const model::Problem& problem,
                                                const std::string& setting);

/// $ARBITER_TESTLIB, or empty.
std::string testlib_setting();

/// The program with that header among its files, where it needs it; `testlib_setting` says where
/// else it may be.
Result<Submission> with_testlib(Submission program, const model::Problem& problem);

/// The same for a program that is to be loaded.
Result<Submission> load_with_testlib(const model::ProgramSource& source,
                                     const model::Problem& problem,
                                     const model::Languages& languages);

/// What running the programs of a package by themselves needs.
struct PackagePrograms {
  const model::Problem& problem;
  const model::Languages& languages;
  Compiler& compiler;
  box::BoxFactory& boxes;
};

/// Compiles a validator or checker of the package; `what` names it in errors. Error{judge}: its
/// toolchain is missing; {invalid_package}: it does not compile.
Result<Executable> compile_package_program(const PackagePrograms& programs,
                                           const model::ProgramSource& source,
                                           const std::string& what);

/// The program that plays against submissions of an interactive problem: its interactor, else its
/// output validator. Errors as above.
Result<Executable> compile_referee(const PackagePrograms& programs);

/// What every program that is compiled for a problem is compiled with: the package's constants and
/// limits.
CompileRequest request_for(const model::Problem& problem, const Submission& program);

/// Compiles a program of the package itself. Errors as of compile_package_program.
Result<Executable> compile_of_package(const PackagePrograms& programs, const Submission& program,
                                      const std::string& what,
                                      std::vector<ProgramFile> includes = {});

/// The same program as a server of many calls; none where it cannot be one, and then it is to be
/// run once a call. Error: a fault of the judge.
Result<std::optional<Executable>> compile_as_server(const PackagePrograms& programs,
                                                    const Submission& program,
                                                    std::vector<ProgramFile> includes = {});

/// The program that reads Checktestdata grammars: the first of that name in the absolute folders of
/// $PATH, else in those of every program. None: it is not installed.
std::optional<std::filesystem::path> find_checktestdata();

/// Loads and compiles the programs that make and check tests, each once. Safe to use from several
/// threads, which compile different programs at the same time.
class PackageTools {
 public:
  explicit PackageTools(PackagePrograms programs) : programs_(programs) {}

  [[nodiscard]] const PackagePrograms& programs() const { return programs_; }

  /// The program as it runs. Errors as of compile_package_program.
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

}  // namespace arbiter::judge
