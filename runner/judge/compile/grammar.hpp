#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "judge/compile/compile.hpp"
#include "model/constants.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

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
