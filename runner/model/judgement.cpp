#include "model/judgement.hpp"

#include <algorithm>

namespace arbiter::model {

std::optional<Nanoseconds> max_cpu(const SubmissionJudgement& submission) {
  std::optional<Nanoseconds> most;
  for (const TestJudgement& test : submission.tests) {
    most = std::max(most.value_or(Nanoseconds{}), test.run.cpu);
  }
  return most;
}

std::optional<Bytes> max_memory(const SubmissionJudgement& submission) {
  std::optional<Bytes> most;
  for (const TestJudgement& test : submission.tests) {
    most = std::max(most.value_or(Bytes{}), test.run.memory);
  }
  return most;
}

}  // namespace arbiter::model
