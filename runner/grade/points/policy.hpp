#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/gradebook.hpp"
#include "model/grading.hpp"
#include "model/problem.hpp"

namespace arbiter::grade {

/// What holds for a problem: its own part of the policy, or 100 points for all tests alike.
model::ProblemPolicy policy_of(std::string_view problem, const model::GradingPolicy& policy);

/// The rule for lateness at a problem.
const model::LatePolicy& late_policy_of(const model::ProblemPolicy& problem,
                                        const model::GradingPolicy& policy);

/// A problem as grade books know it. `hash` and `limits` are left to whoever judges.
model::GradedProblem graded_problem(const model::Problem& problem,
                                    const model::GradingPolicy& policy);

/// What a policy says that does not fit what it is about: problems and groups that do not exist
/// (errors), tests that give no points, languages that nobody knows (warnings). `file` is where it
/// was read from, for the places.
std::vector<Diagnostic> check_policy(const model::GradingPolicy& policy,
                                     const std::vector<model::Problem>& problems,
                                     const std::set<std::string>& languages,
                                     const std::string& file);

/// Whether a test is one of the package's samples, by its name below data/.
bool is_sample(std::string_view test);

/// Who may know what of a test: samples are anybody's, tests that a glob of the policy names are
/// open, all others are hidden. Globs are of whole names, and `*` crosses '/'.
model::Visibility visibility_of(std::string_view test, const model::FeedbackPolicy& policy);

/// Whether a test lies in a group, or is it; names are paths below data/.
bool lies_in_group(std::string_view test, std::string_view group);

}  // namespace arbiter::grade
