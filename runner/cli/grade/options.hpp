#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/common/judge_options.hpp"
#include "model/grading.hpp"

namespace arbiter::cli {

/// The flags of `grade` as they were typed.
struct GradeFlags {
  std::vector<std::string> submissions;    ///< what was handed in: folders, files, archives
  std::vector<std::string> problems;       ///< --problems
  std::optional<std::string> out;          ///< --out
  std::optional<std::string> roster;       ///< --roster
  std::optional<std::string> extensions;   ///< --extensions
  std::optional<std::string> overrides;    ///< --overrides
  std::optional<std::string> comments;     ///< --comments
  std::optional<std::string> policy;       ///< --policy
  std::optional<std::string> attempts;     ///< --attempts
  std::vector<std::string> only;           ///< --only
  std::optional<std::string> baseline;     ///< --baseline
  std::optional<std::string> fail_under;   ///< --fail-under
  std::optional<std::string> worksheet;    ///< --worksheet
  std::optional<std::string> score_scale;  ///< --score-scale
  std::optional<std::string> hidden_as;    ///< --hidden-as
  std::string grade_column;                ///< --grade-column
  std::string feedback_column;             ///< --feedback-column
  bool with_names = false;                 ///< --with-names
  bool times_from_files = false;           ///< --times-from-files
  bool reindex = false;                    ///< --reindex
  JudgeFlags judge;                        ///< those that `judge` has as well
};

void declare(CLI::App& app, GradeFlags& flags);

/// The same, understood.
struct GradeOptions {
  std::optional<box::Mode> sandbox;
  std::optional<int> jobs;
  std::map<std::string, double> time_factors;
  std::optional<model::AttemptRule> attempts;
  std::optional<double> fail_under;  ///< 0 to 100
  double score_scale = 1;
  std::string hidden_as = "hidden";  ///< a visibility of Gradescope
};

/// Error{usage}: names the flag.
Result<GradeOptions> understand_grade(const GradeFlags& flags);

}  // namespace arbiter::cli
