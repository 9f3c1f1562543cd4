#pragma once

#include <arbiter/choice_sequence.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "judge/batch/batch_program.hpp"
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

/// What a generator made.
struct MadeInput {
  std::string input;
  std::optional<ChoiceSequence> choices;  ///< if they were asked for and it has the kit
  std::string fault;                      ///< not empty: why there is no input
  Nanoseconds cpu{};                      ///< that it took
};

/// What the solution wrote.
struct Answer {
  std::string text;
  std::string fault;  ///< not empty: it failed
};

/// Where one worker makes, checks and answers inputs: its own processes, pinned to one core unless
/// that is -1. `programs` outlive it. All errors are faults of the judge, or of a validator.
class InputBench {
 public:
  /// With `plainly` each call is a process and a run of its own, which is what all others stand
  /// for.
  InputBench(const judge::PackagePrograms& package, const MakingPrograms& programs, int core,
             bool plainly = false);

  /// Runs a generator. With `wants_choices` it is asked to say what it chose.
  Result<MadeInput> draw(const std::string& generator, const std::vector<std::string>& arguments,
                         bool wants_choices);
  /// Lets it play choices back.
  Result<MadeInput> play(const std::string& generator, const std::vector<std::string>& arguments,
                         const ChoiceSequence& choices);

  /// Why a validator refuses the input; empty: none does. Error{invalid_package}: a validator
  /// fails.
  Result<std::string> refusal(std::string_view input);

  /// Whether anybody tells what is an input.
  [[nodiscard]] bool has_validators() const { return !validators_.empty(); }

  /// What the solution says to it; empty where nobody answers.
  Result<Answer> answer(std::string_view input);

 private:
  Result<MadeInput> make(const std::string& generator, judge::ProgramCall call);

  judge::PackagePrograms package_;
  const MakingPrograms& programs_;
  std::map<std::string, std::unique_ptr<judge::BatchProgram>> generators_;
  std::vector<std::unique_ptr<judge::BatchProgram>> validators_;
  std::unique_ptr<judge::BatchProgram> solution_;
};

}  // namespace arbiter::stress
