#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "box/box.hpp"
#include "judge/compile/package_program.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// The arguments of an input validator: its own, else those for all of them.
std::vector<std::string> validator_arguments(const model::ValidatorArguments& all,
                                             const std::string& program);

/// What one input validator says of one input.
struct Validation {
  std::string validator;  ///< its name
  bool valid = false;
  std::string message;  ///< what it wrote to standard error, clipped
};

/// Whether an input is valid, from the exit status of a validator and what it wrote to standard
/// error; `what` is what messages call it. Error{invalid_package}: the status means nothing in the
/// validator's protocol.
Result<bool> is_valid(const model::ProgramSource& validator, int status, const std::string& message,
                      std::string_view what = "input validator");

/// Runs every input validator of the problem on the file `input` (status 42 is valid, everything
/// else is not; other protocols have statuses of their own). Error: a validator does not compile,
/// cannot be run, or went over its limits.
Result<std::vector<Validation>> validate_input(const PackagePrograms& programs,
                                               const std::filesystem::path& input);

/// Writes the reference solution's answer to `input` into the file `answer`. Error: there is no
/// reference, it does not compile, or it fails on this input.
Result<void> make_answer(const PackagePrograms& programs, const std::filesystem::path& input,
                         const std::filesystem::path& answer);

}  // namespace arbiter::judge
