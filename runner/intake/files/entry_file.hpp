#pragma once

#include <string>
#include <vector>

#include "intake/files/programs.hpp"

namespace arbiter::intake {

/// Sources of one folder, sorted into a program or several attempts at one.
struct ChosenSources {
  /// A program each, its first file first; several are attempts, the oldest first.
  std::vector<std::vector<ProgramPart>> attempts;
  std::vector<ProgramPart> aside;  ///< belong to none
  std::string why;                 ///< not empty: it cannot be told, and why
  bool begins_with_first = false;
};

/// Whether one of `parts` is the same file.
bool is_among(const ProgramPart& part, const std::vector<ProgramPart>& parts);

/// Finds out what belongs together: all of one language of which one has the main function or loads
/// the others, copies of one file with numbers, or the one that is called "main" or by the problem.
ChosenSources choose_sources(const std::vector<ProgramPart>& sources, std::size_t problem,
                             const ProblemIndex& problems, const SourceKinds& kinds);

}  // namespace arbiter::intake
