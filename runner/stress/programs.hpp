#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "judge/compile/compile.hpp"
#include "judge/run/by_hand.hpp"
#include "judge/run/side_by_side.hpp"
#include "stress/draw_command.hpp"

namespace arbiter::stress {

/// A program of the package that is called often.
struct OftenCalled {
  std::string what;  ///< names it: "generator tiny", "input validator strict.cpp"
  judge::Executable program;
  std::optional<judge::Executable> server;  ///< answers many calls in one process
};

/// An input validator, with what it is told.
struct Validator {
  OftenCalled called;
  const model::ProgramSource* source = nullptr;
  std::vector<std::string> arguments;
};

/// The programs that make, check and answer inputs, compiled.
struct MakingPrograms {
  std::map<std::string, OftenCalled> generators;  ///< by the word that calls them
  std::vector<Validator> validators;
  std::optional<OftenCalled> solution;  ///< none: answers are empty, or nobody makes them
};

/// What is to be compiled.
struct WantedPrograms {
  std::vector<std::string> generators;          ///< by the words that call them
  const judge::Submission* solution = nullptr;  ///< who answers; may be nobody
  bool solution_is_of_package = true;           ///< else it is compiled as a submission is
};

/// Compiles them side by side. A word that is none of the package's generators is the name of a
/// program file. Error{usage}: there is no such program; {invalid_package}: one does not compile;
/// {judge}: a toolchain is missing.
Result<MakingPrograms> compile_making(const judge::PackagePrograms& programs,
                                      const WantedPrograms& wanted, const judge::SideBySide& how);

}  // namespace arbiter::stress
