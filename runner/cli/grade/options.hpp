#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/common/judge_options.hpp"
#include "model/grading.hpp"

namespace arbiter::cli {

/// What was asked of `grade`.
struct GradeOptions {
  std::vector<std::string> submissions;        ///< what was handed in: folders, files, archives
  std::vector<std::string> problems;           ///< --problems
  std::optional<std::string> roster;           ///< --roster
  std::optional<std::string> extensions;       ///< --extensions
  std::optional<std::string> overrides;        ///< --overrides
  std::optional<std::string> comments;         ///< --comments
  std::optional<std::string> policy;           ///< --policy
  std::optional<model::AttemptRule> attempts;  ///< --attempts
  std::vector<std::string> only;               ///< --only
  std::optional<std::string> baseline;         ///< --baseline
  std::optional<double> fail_under;            ///< --fail-under: 0 to 100
  std::optional<std::string> worksheet;        ///< --worksheet
  double score_scale = 1;                      ///< --score-scale
  std::string hidden_as = "hidden";            ///< --hidden-as: a visibility of Gradescope
  std::string grade_column;                    ///< --grade-column
  std::string feedback_column;                 ///< --feedback-column
  bool with_names = false;                     ///< --with-names
  bool times_from_files = false;               ///< --times-from-files
  JudgeOptions judge;                          ///< those that `judge` has as well
};

void declare(CLI::App& app, GradeOptions& options);

/// Error{usage}: some of the options contradict each other, or no submissions are named.
Result<void> check_together(const GradeOptions& options);

}  // namespace arbiter::cli
