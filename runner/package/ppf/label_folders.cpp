#include "package/ppf/label_folders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.hpp"

namespace arbiter::package {
namespace {

/// The folders that mean something, and those that say on purpose that nothing is expected.
const std::vector<std::string>& known_labels() {
  static const std::vector<std::string> all = {
      "accepted",     "wrong_answer",   "time_limit_exceeded", "run_time_error",
      "rejected",     "brute_force",    "partially_accepted",  "partial",
      "slow",         "slow_accepted",  "runtime_error",       "no_output",
      "output_limit", "memory_limit",   "compiler_error",      "mixed",
      "multiple",     "mixed-verdicts", "check_manually"};
  return all;
}

bool says_something(const model::LabelledSubmission& submission) {
  return submission.is_tagged || submission.expected_score || !submission.rules.empty();
}

}  // namespace

void warn_of_unknown_labels(const model::Problem& problem, Faults& faults) {
  const std::vector<std::string>& known = known_labels();
  std::string last;
  for (const model::LabelledSubmission& submission : problem.submissions) {
    const std::string& label = submission.label;
    if (std::find(known.begin(), known.end(), label) != known.end() || label == last ||
        says_something(submission)) {
      continue;
    }
    last = label;
    const auto near = nearest(label, known);
    faults.warning(code::k_unknown_label,
                   "no format knows a folder of this name, so nothing is expected of what is in it",
                   place_of(submission.path.parent_path()),
                   {near ? fmt::format("did you mean '{}'?", *near)
                         : "known: accepted, wrong_answer, time_limit_exceeded, run_time_error and "
                           "others; a tag '@EXPECTED_RESULTS@: WRONG-ANSWER' in a source says it "
                           "as well"});
  }
}

}  // namespace arbiter::package
