#pragma once

#include <filesystem>
#include <string>

#include "base/result.hpp"
#include "base/temp_dir.hpp"
#include "cli/common/session.hpp"
#include "judge/run/by_hand.hpp"
#include "model/problem.hpp"

namespace arbiter::cli {

/// The folder that holds an input given by hand and its answer.
struct HandInput {
  TempDir folder;
  std::filesystem::path input;
  std::filesystem::path answer;  ///< empty: nobody can make it
};

/// Makes `text` (a path, or "-" for standard input) the only test of `problem`, with an answer
/// that `answer_hand_input` makes if the problem has a reference. Error{usage}: unreadable.
Result<HandInput> use_hand_input(model::Problem& problem, const std::string& text);

/// Checks the input with the input validators and lets the reference answer it. A package without
/// validators or reference warns and goes on. Error{usage}: a validator says no.
Result<void> answer_hand_input(const Session& session, const judge::PackagePrograms& programs,
                               const HandInput& hand);

}  // namespace arbiter::cli
