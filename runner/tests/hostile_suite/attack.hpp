#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/judgement.hpp"
#include "model/problem.hpp"

namespace arbiter::hostile {

/// What must come of one run of a hostile program; what is not set does not matter.
struct Expected {
  std::vector<model::Verdict> verdicts;  ///< one of these
  std::optional<model::Ending> stopped;  ///< who ended it: it itself, or which limit
  std::optional<int> signal;
  std::optional<int> status;
  std::optional<int> passes;  ///< of a multi-pass test, how many there were
  std::string message;        ///< a part of the reason, or of what the compiler said
  std::string hint;           ///< a part of the hints or helps
};

/// One run: what the program reads, what it should write, what comes of it.
struct Trial {
  std::string input;
  std::string answer;
  Expected expected;
  std::optional<Expected> without_groups;  ///< where control groups do not count all processes
  Expected referee;                        ///< of a game
};

/// A hostile program as its folder describes it.
struct Attack {
  std::string name;
  std::filesystem::path program;
  std::filesystem::path referee;    ///< the other side of a game; empty when there is none
  std::filesystem::path validator;  ///< asks for passes; empty when there is but one
  std::string attack_of;            ///< another folder whose program this is
  std::string referee_of;           ///< another folder whose referee plays with this one
  std::string validator_of;         ///< another folder whose validator judges this one
  std::string beside;               ///< the folder of who is judged at the same time
  bool is_compile = false;          ///< what it attacks is the compiler
  bool may_wear_box = false;  ///< a large runtime's files may be charged to the box that reads them
  model::RunLimits limits;
  model::PackageLimits package;  ///< limits of the compile and of a referee
  Nanoseconds slack =
      std::chrono::seconds(5);  ///< by which a run may be longer than its wall limit
  std::vector<std::string> input_files;
  std::vector<std::string> output_files;
  std::vector<Trial> trials;
};

/// The names of all folders in `root`, sorted.
std::vector<std::string> attack_names(const std::filesystem::path& root);

/// Reads one folder: attack.EXTENSION, for a game referee.EXTENSION, for several passes
/// validator.EXTENSION (each may be that of another folder), and expected.yaml. Error: all faults
/// that were found, rendered.
Result<Attack> load_attack(const std::filesystem::path& folder);

}  // namespace arbiter::hostile
