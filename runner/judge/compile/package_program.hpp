#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "model/constants.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

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

/// Compiles a program of the package itself; `what` names it in errors. Error{judge}: its toolchain
/// is missing; {invalid_package}: it does not compile.
Result<Executable> compile_of_package(const PackagePrograms& programs, const Submission& program,
                                      const std::string& what,
                                      std::vector<ProgramFile> includes = {});

/// The same program as a server of many calls; none where it cannot be one, and then it is to be
/// run once a call. Error: a fault of the judge.
Result<std::optional<Executable>> compile_as_server(const PackagePrograms& programs,
                                                    const Submission& program,
                                                    std::vector<ProgramFile> includes = {});

/// The program that reads Checktestdata grammars: the first of that name in the folders of `path`
/// (as $PATH, absolute ones), else in those of every program. None: it is not installed.
std::optional<std::filesystem::path> find_checktestdata(const std::string& path);
/// The same with the user's $PATH.
std::optional<std::filesystem::path> find_checktestdata();

/// What a grammar is without that program: "input validator x.ctd …", with the remedy.
Error missing_checktestdata(const std::string& what);

/// A grammar with its constants replaced as something to run: the program on the grammar, the input
/// on standard input; see CallProtocol::checktestdata. It can run as long as `compiler` is there.
/// Error{judge}: the program is not installed.
Result<Executable> grammar_executable(const model::ProgramSource& grammar, const std::string& what,
                                      const model::Constants& constants, Compiler& compiler);

}  // namespace arbiter::judge
