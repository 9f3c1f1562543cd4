#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/verdict/decide.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// What a program of a package is there for.
enum class ProgramRole { checker, interactor, input_validator };

/// A file or folder that a program is told of, by its place in the command line.
enum class CallArgument {
  input,     ///< the test's input
  output,    ///< what the submission wrote
  answer,    ///< the test's answer
  feedback,  ///< a folder for messages and scores; the name ends in a slash
  report,    ///< a file for the message
  log,       ///< a file that an interactor writes for the checker after it
};

/// What an exit status says.
enum class StatusMeaning {
  accepted,  ///< for validators: valid
  rejected,
  points,   ///< the message says how many
  partial,  ///< the status says how much
  fault,    ///< of the program or the package
};

/// That of the problem's checker or referee; the format's own where there is none.
model::CallProtocol protocol_of(const model::Problem& problem, ProgramRole role);

/// The files that a checker or interactor is told of, before the arguments of the package. A
/// checker that is not told of the output reads it from standard input; an input validator reads
/// the input from there and is told of nothing.
std::vector<CallArgument> arguments_of(model::CallProtocol protocol, ProgramRole role);

/// What an exit status says; one that means nothing in that protocol is a fault.
StatusMeaning meaning_of(model::CallProtocol protocol, ProgramRole role, int status);

/// What is wrong with a status that is a fault: "ended with status 5, which is neither 42 nor 43".
std::string words_of_fault(model::CallProtocol protocol, ProgramRole role, int status);

/// How a program of the package ended that came to no verdict: "went over its wall limit", "was
/// ended by signal 6", or as words_of_fault.
std::string words_of_end(model::CallProtocol protocol, ProgramRole role,
                         const model::RunRecord& run);

/// The name of an interactor's log in the work folder.
inline constexpr const char* k_log_file = "log";

/// Where a file lies in a box, as a program is told: "/work/input". The report is the feedback
/// folder's judgemessage.txt, so that it is read as every other message is.
std::string place_in_box(CallArgument argument);

/// The score that a checker of testlib gave: of `points` the number that its message begins with
/// ("points 12.5 half of it" or "12.5 half of it"), of `partial` the status, which testlib makes
/// of `_pc(n)`; below 16 it has other meanings. None: the number is missing, which is a fault of
/// the checker.
std::optional<double> testlib_score(StatusMeaning meaning, int status, std::string_view message);

/// A checker or interactor that ended by itself, and the message that it left.
struct EndedCheck {
  model::CallProtocol protocol = model::CallProtocol::kattis;
  ProgramRole role = ProgramRole::checker;
  int status = 0;
  std::string message;
  std::string output = {};  ///< what it printed, for protocols in which that means something
};

/// What it said. Points, and a part of them, reject the output; where the problem counts points
/// they accept it, with that score, if they are more than none. None: it is a fault, see
/// words_of_fault; points that there cannot be are one too, in words of their own.
std::optional<CheckOutcome> outcome_of_status(const EndedCheck& ended, model::CheckerPoints points);

}  // namespace arbiter::judge
