#pragma once

#include "model/gradebook.hpp"
#include "report/json/fields.hpp"

namespace arbiter::report {

// The values of `arbiter/grade/1` (see schema/grade-1.schema.json), shared by the formats that are
// JSON. Every string is valid UTF-8 without control characters, long ones are clipped. What may
// differ between two runs of the same (times, memory, how a run was stopped) stands in `measured`
// alone.

/// Texts, tidy; an empty one as null.
Json tidy_or_null(const std::string& text);
Json tidy_list(const std::vector<std::string>& all);
/// The id of a problem; null for an index that leads nowhere.
Json problem_id(const model::Gradebook& book, std::size_t problem);

Json grade_head_fields(const model::Gradebook& book);
Json graded_problem_fields(const model::GradedProblem& problem);
/// With the grades at all problems, and their sum.
Json graded_student_fields(const model::Gradebook& book, std::size_t student);
Json attempt_fields(const model::Gradebook& book, const model::Attempt& attempt);
Json work_fields(const model::Gradebook& book, const model::Work& work);
/// One grade, with `student` and `problem` as ids.
Json grade_fields(const model::Gradebook& book, const model::Grade& grade);

/// What a person should look at, and what changed against another run.
Json unattributed_fields(const model::Gradebook& book);
Json cluster_fields(const model::Gradebook& book);
Json look_alike_fields(const model::Gradebook& book);
Json change_fields(const model::Gradebook& book);

}  // namespace arbiter::report
