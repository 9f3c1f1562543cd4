#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/gradebook.hpp"
#include "model/grading.hpp"
#include "model/problem.hpp"

namespace arbiter::grade {

/// What one work comes to by its tests alone, before lateness and overrides.
struct WorkPoints {
  model::GradeStatus status = model::GradeStatus::graded;  ///< never no_submission
  /// With judge_error what it has at least, whatever the tests would say that nobody could judge.
  double points = 0;
  std::vector<model::GroupPoints> groups;
  std::vector<std::string> words;  ///< how the points came to be; nothing of a test but its name
};

/// The points of a work: by the groups of the policy; else by the package's own points, scaled to
/// those of the problem; else by all tests alike. Samples count only in a group that names them,
/// where the package counts them itself, or where there is nothing else. A test that was not
/// judged makes a judge_error if it could change the points. The order of the tests in the
/// judgement changes nothing. `decimals` is for the words; points are not rounded.
WorkPoints points_of(const model::Work& work, const model::GradedProblem& problem,
                     const model::ProblemPolicy& policy, int decimals);

/// When a student must hand in.
struct Deadline {
  std::optional<std::int64_t> due;  ///< seconds since 1970, UTC; none: never
  bool is_extended = false;
};

/// The due time of a student at a problem with the extension that gives the most time; one that
/// gives less than everybody has changes nothing.
Deadline deadline_of(std::string_view student, std::string_view problem,
                     const model::LatePolicy& policy, std::span<const model::Extension> extensions);

/// What the lateness of one attempt means.
struct Lateness {
  std::int64_t minutes = 0;  ///< begun since the due time; 0: in time, or within the grace
  double percent = 0;        ///< taken from the points, 0 to 100
  bool is_closed = false;    ///< too late to be taken at all
  std::string words;         ///< "late by 3 h 5 min: 20% is taken"; empty: there is nothing to say
  std::string warning;       ///< what a person should look at; empty: nothing
};

/// Of the time of submission alone (docs/grading.md).
Lateness lateness_of(const model::Attempt& attempt, const Deadline& deadline,
                     const model::LatePolicy& policy);

/// What holds for a problem: its own part of the policy, or 100 points for all tests alike.
model::ProblemPolicy policy_of(std::string_view problem, const model::GradingPolicy& policy);

/// What holds for all problems, in words: "due 2026-01-31 23:59 +01:00, …; the last attempt
/// counts".
std::string policy_words(const model::GradingPolicy& policy);

/// A problem as grade books know it. `hash` and `limits` are left to whoever judges.
model::GradedProblem graded_problem(const model::Problem& problem,
                                    const model::GradingPolicy& policy);

/// What a policy says that does not fit what it is about: problems and groups that do not exist
/// (errors; no problem that lies beside `file` and is only not judged now), tests that give no
/// points, languages that nobody knows (warnings). `file` is where it was read from, for the
/// places.
std::vector<Diagnostic> check_policy(const model::GradingPolicy& policy,
                                     const std::vector<model::Problem>& problems,
                                     const std::set<std::string>& languages,
                                     const std::string& file);

/// Warnings of tests that may be wrong themselves, of the counting works of a book with grades:
/// those that nobody passes, and those that take away more than a third of the points that a class
/// of at least three could get at a problem. What a failing group lost is shared among its failing
/// tests.
std::vector<std::string> doubtful_tests(const model::Gradebook& book);

/// Warnings of what a problem's own accepted solution fails: its tests, or the package, are wrong.
std::vector<std::string> failures_of_own(const std::string& problem,
                                         const model::SubmissionJudgement& own);

/// Who may know what of a test: samples are anybody's, tests that a glob of the policy names are
/// open, all others are hidden. Globs are of whole names, and `*` crosses '/'.
model::Visibility visibility_of(std::string_view test, const model::FeedbackPolicy& policy);

}  // namespace arbiter::grade
