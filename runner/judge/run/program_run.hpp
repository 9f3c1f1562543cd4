#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "model/judgement.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// A box for a program of the package: validator, checker, referee, generator, grader. `core` as in
/// box::BoxConfig; without a size its scratch space is the usual one.
Result<std::unique_ptr<box::Box>> package_box(const Executable& program, box::BoxFactory& boxes,
                                              int core = -1,
                                              std::optional<Bytes> scratch_size = std::nullopt);

/// One run of a program of a package, in a box of its own and an empty folder.
struct ProgramCall {
  const Executable* executable = nullptr;
  std::vector<std::string> arguments;
  std::string_view input;                ///< bytes for standard input
  std::vector<std::string> input_names;  ///< files of the working folder that hold them, too
  /// Further files of the working folder: names and bytes.
  std::vector<std::pair<std::string, std::string_view>> files;
  const model::TestCase* test = nullptr;  ///< whose files are there, too; may be none
  std::vector<std::string> collect;       ///< files of the working folder to open afterwards
  model::RunLimits limits;
  int core = -1;  ///< as in box::BoxConfig
};

/// What came of it.
struct ProgramAnswer {
  model::RunRecord record;
  UniqueFd output;
  UniqueFd error;
  std::vector<UniqueFd> collected;  ///< as in box::RunReport
};

/// Runs it. Error: a fault of the box.
Result<ProgramAnswer> call_program(box::BoxFactory& boxes, const ProgramCall& call);

/// ": " and the last line of what a program said on the descriptor, clipped; empty if nothing.
std::string last_words(int descriptor);

}  // namespace arbiter::judge
