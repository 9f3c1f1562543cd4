#pragma once

#include <string>
#include <vector>

#include "model/gradebook.hpp"
#include "model/grading.hpp"

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

}  // namespace arbiter::grade
