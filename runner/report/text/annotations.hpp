#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace arbiter::report {

/// What GitHub shows at a line of a file, or at a file as a whole.
struct Annotation {
  Severity kind = Severity::note;  ///< errors are written first
  std::string file;
  int line = 0;
  int column = 0;
  std::string title;
  std::string message;
};

/// The first error of a compiler, at its place in what was handed in as `origin`: the only file, or
/// the folder of all of them.
std::optional<Annotation> compiler_annotation(std::string_view log, const std::string& origin);

/// All messages of a compiler that name a place ("file:line:column: error: words"), at most `most`.
/// Files are called as the compiler calls them.
std::vector<Annotation> compiler_messages(std::string_view log, std::size_t most);

/// Workflow commands for the annotations, errors first. GitHub shows ten of each kind a step; of
/// more a notice says how many were left out.
std::string annotation_log(std::vector<Annotation> all);

}  // namespace arbiter::report
