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
#include "stress/programs.hpp"

namespace arbiter::stress {

/// What a generator made.
struct MadeInput {
  std::string input;
  std::optional<ChoiceSequence> choices;  ///< if they were asked for and it has the kit
  std::string fault;                      ///< not empty: why there is no input
  Nanoseconds cpu{};                      ///< that it took
  bool is_declined = false;  ///< it gave up by itself, which edited choices may make it do
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
  Result<MadeInput> make(const std::string& generator, judge::ProgramCall call, bool is_playing);

  judge::PackagePrograms package_;
  const MakingPrograms& programs_;
  std::map<std::string, std::unique_ptr<judge::BatchProgram>> generators_;
  std::vector<std::unique_ptr<judge::BatchProgram>> validators_;
  std::unique_ptr<judge::BatchProgram> solution_;
};

}  // namespace arbiter::stress
