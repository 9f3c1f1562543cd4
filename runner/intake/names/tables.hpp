#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "intake/names/problem_index.hpp"
#include "model/gradebook.hpp"
#include "model/grading.hpp"

namespace arbiter::intake {

/// The students of roster.csv in its order. The header says what the columns are: id, name, email,
/// username, lms_id, group, section, language, or the titles that grade books of Canvas and grading
/// worksheets of Moodle have. Whoever has no id is called by user name, email, platform id or name.
/// All faults are added to `diagnostics`; with errors the list is not complete.
std::vector<model::Student> read_roster(const std::filesystem::path& path,
                                        std::vector<Diagnostic>& diagnostics);

/// extensions.csv: id, assignment (a problem; empty: all), until or extra_minutes, reason. Students
/// are found by whatever the roster says of them and must be certain.
std::vector<model::Extension> read_extensions(const std::filesystem::path& path,
                                              const std::vector<model::Student>& students,
                                              const std::vector<ProblemNames>& problems,
                                              std::vector<Diagnostic>& diagnostics);

/// overrides.csv: student, problem, points (with a sign: added to what was computed), reason.
std::vector<model::Override> read_overrides(const std::filesystem::path& path,
                                            const std::vector<model::Student>& students,
                                            const std::vector<ProblemNames>& problems,
                                            std::vector<Diagnostic>& diagnostics);

/// comments.csv: cluster (the id of a mistake), comment; other columns and rows without a comment
/// are passed over, so it may be the table of clusters, filled in.
std::vector<model::MistakeComment> read_comments(const std::filesystem::path& path,
                                                 std::vector<Diagnostic>& diagnostics);

}  // namespace arbiter::intake
