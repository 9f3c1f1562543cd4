#include "grade/points/visibility.hpp"

#include <algorithm>

#include "judge/program/glob.hpp"

namespace arbiter::grade {

bool is_sample(std::string_view test) {
  return test == "sample" || test.starts_with("sample/");
}

model::Visibility visibility_of(std::string_view test, const model::FeedbackPolicy& policy) {
  if (is_sample(test)) return model::Visibility::sample;
  const bool is_open =
      std::any_of(policy.open_tests.begin(), policy.open_tests.end(),
                  [&](const std::string& glob) { return judge::matches_glob(glob, test); });
  return is_open ? model::Visibility::open : model::Visibility::hidden;
}

model::Disclosure disclosure_of(model::Visibility visibility, const model::FeedbackPolicy& policy) {
  switch (visibility) {
    case model::Visibility::sample:
      return policy.sample;
    case model::Visibility::open:
      return policy.open;
    case model::Visibility::hidden:
      return policy.hidden;
  }
  return model::Disclosure::verdict;
}

}  // namespace arbiter::grade
