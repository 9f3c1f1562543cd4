#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "intake/files/node.hpp"
#include "intake/files/sources.hpp"
#include "intake/names/problem_index.hpp"
#include "model/gradebook.hpp"

namespace arbiter::intake {

/// A file of a program, by its name below the program's folder.
struct ProgramPart {
  std::string name;
  const Node* node = nullptr;
};

/// One program that somebody handed in.
struct FoundProgram {
  std::size_t problem = 0;
  std::optional<int> rank;  ///< orders attempts of the same student, where names tell
  std::string origin;
  std::vector<ProgramPart> parts;  ///< the file that it begins with first
  bool begins_with_first = false;  ///< the language has to be told which file it begins with
};

inline constexpr const char* k_holds_nothing = "holds no file at all";

/// What became of the files that one student, or group, handed in at one place.
struct FoundPrograms {
  std::vector<FoundProgram> programs;
  std::vector<model::Unattributed> lost;
  std::vector<std::string> aside;  ///< origins of files that are part of no program
};

/// What the place says of the problem.
struct ProblemHint {
  std::optional<std::size_t> certain;  ///< it is this one, whatever the names below say
  std::optional<std::size_t> usual;    ///< it is this one unless the names below say another
};

/// Tells the programs in a folder: which problem each is for, which files belong to it, which
/// attempt it is. `area` outlives what comes back. What is not certain is lost, with the reason.
FoundPrograms find_programs(const Node& area, const ProblemHint& hint, const ProblemIndex& problems,
                            const SourceKinds& kinds);

}  // namespace arbiter::intake
