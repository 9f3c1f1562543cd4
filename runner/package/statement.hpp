#pragma once

#include <vector>

#include "base/diagnostic.hpp"
#include "model/problem.hpp"
#include "model/statement.hpp"

namespace arbiter::package {

/// What a package tells contestants, as far as it could be read. With an error among the
/// diagnostics it must not be shown.
struct LoadedStatement {
  model::Statement statement;
  std::vector<Diagnostic> diagnostics;
};

/// Reads statement/ (problem_statement/ in older packages) and data/sample/. Only Markdown is read;
/// statements in LaTeX, PDF and the like are warned of, and an error where there is no other. Of
/// pictures only those below the statement's own folder are there; no link leads out of that. At
/// most 256 KiB of each text and of each file of a sample, and 32 MiB of all pictures.
LoadedStatement load_statement(const model::Problem& problem);

}  // namespace arbiter::package
