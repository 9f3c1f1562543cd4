#pragma once

#include <string_view>

#include "model/grading.hpp"

namespace arbiter::grade {

/// Whether a test is one of the package's samples, by its name below data/.
bool is_sample(std::string_view test);

/// Who may know what of a test: samples are anybody's, tests that a glob of the policy names are
/// open, all others are hidden. Globs are of whole names, and `*` crosses '/'.
model::Visibility visibility_of(std::string_view test, const model::FeedbackPolicy& policy);

/// How much a student is told of a failing test of that class.
model::Disclosure disclosure_of(model::Visibility visibility, const model::FeedbackPolicy& policy);

}  // namespace arbiter::grade
