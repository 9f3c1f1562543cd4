#include "cli/common/measured_tests.hpp"

#include "judge/verdict/time_limit.hpp"

namespace arbiter::cli {

std::optional<model::TestJudgement> MeasuredTests::find(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = tests_.find(key);
  if (found == tests_.end()) return std::nullopt;
  return found->second;
}

void MeasuredTests::keep(const std::string& key, const model::TestJudgement& judgement) {
  const std::lock_guard lock(mutex_);
  tests_.insert_or_assign(key, judgement);
}

bool MeasuredTests::is_empty() const {
  const std::lock_guard lock(mutex_);
  return tests_.empty();
}

judge::Plan without_time_limits(judge::Plan plan) {
  for (judge::PlannedSubmission& planned : plan.submissions) {
    planned.limits.time = {};
    planned.limits.wall = {};
  }
  return plan;
}

std::optional<model::TestJudgement> MeasuringTests::find(std::size_t submission, std::size_t test,
                                                         const judge::Executable& executable) {
  if (stored_ == nullptr) return std::nullopt;
  auto known = stored_->find(submission, test, executable);
  if (known) keep(submission, test, executable, *known);
  return known;
}

void MeasuringTests::store(std::size_t submission, std::size_t test,
                           const judge::Executable& executable,
                           const model::TestJudgement& judgement) {
  if (stored_ != nullptr) stored_->store(submission, test, executable, judgement);
  if (judgement.verdict != model::Verdict::je) keep(submission, test, executable, judgement);
}

void MeasuringTests::keep(std::size_t submission, std::size_t test,
                          const judge::Executable& executable,
                          const model::TestJudgement& judgement) {
  if (const auto key = keys_.key(submission, test, executable)) measured_.keep(*key, judgement);
}

std::optional<model::TestJudgement> RecalledTests::find(std::size_t submission, std::size_t test,
                                                        const judge::Executable& executable) {
  // What was measured once says nothing of the spread.
  const auto key = keys_.key(submission, test, executable);
  if (key && plan_.repeat == 1) {
    auto known = measured_.find(*key);
    if (known && judge::holds_under(known->run, plan_.submissions[submission].limits)) return known;
  }
  return stored_ == nullptr ? std::nullopt : stored_->find(submission, test, executable);
}

void RecalledTests::store(std::size_t submission, std::size_t test,
                          const judge::Executable& executable,
                          const model::TestJudgement& judgement) {
  if (stored_ != nullptr) stored_->store(submission, test, executable, judgement);
}

}  // namespace arbiter::cli
