#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "judge/by_hand.hpp"

namespace arbiter::judge {

/// What every program that is compiled for a problem is compiled with: the package's constants and
/// limits.
CompileRequest request_for(const model::Problem& problem, const Submission& program);

/// Compiles a program of the package itself; `what` names it in errors. Error{judge}: its toolchain
/// is missing; {invalid_package}: it does not compile.
Result<Executable> compile_of_package(const PackagePrograms& programs, const Submission& program,
                                      const std::string& what,
                                      std::vector<ProgramFile> includes = {});

}  // namespace arbiter::judge
