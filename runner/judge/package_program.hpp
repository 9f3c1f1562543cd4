#pragma once

#include <optional>
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

/// The same program as a server of many calls; none where it cannot be one, and then it is to be
/// run once a call. Error: a fault of the judge.
Result<std::optional<Executable>> compile_as_server(const PackagePrograms& programs,
                                                    const Submission& program,
                                                    std::vector<ProgramFile> includes = {});

}  // namespace arbiter::judge
