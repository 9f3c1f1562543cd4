#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/common/outputs.hpp"
#include "report/grade/formats.hpp"

namespace arbiter::cli {

/// One document of a grade book, or a folder of them: -o KIND=PATH, or one that --out holds.
using GradeTarget = OutputOf<report::GradeFormat>;

/// --format, unless that is "human", and all of -o. Error{usage}: an unknown kind (with the
/// nearest), an extension that tells none, a folder that does not exist, a kind that makes several
/// files for standard output.
Result<std::vector<GradeTarget>> parse_grade_targets(const std::string& format,
                                                     const std::vector<std::string>& files);

/// What the folder of a run always holds: gradebook.json, grades.csv and feedback/.
std::vector<GradeTarget> standard_targets(const std::filesystem::path& out);

/// Writes all of them; those that can be written even when others fail, and what holds the same
/// bytes already not again. Shows warnings. `options` gives what the kinds need.
Result<void> write_targets(const Session& session, const std::vector<GradeTarget>& targets,
                           const model::Gradebook& book, const report::GradeOutputOptions& options);

/// The names of the feedback files that the grades in the folder of a run speak of; none if it has
/// no grades yet.
std::set<std::string> feedback_names(const std::filesystem::path& out);

/// Removes those of `names` from the folder's feedback that its grades speak of no more.
void remove_old_feedback(const std::filesystem::path& out, const std::set<std::string>& names);

/// What Classroom 50 says of the submission in the environment.
report::ClassroomFacts classroom_facts();

}  // namespace arbiter::cli
