#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"
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

}  // namespace arbiter::judge
