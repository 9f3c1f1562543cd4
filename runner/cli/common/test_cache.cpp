#include "cli/common/test_cache.hpp"

#include <utility>

#include "judge/verdict/time_limit.hpp"
#include "store/results.hpp"

namespace arbiter::cli {
namespace {

/// A plan as far as MeasuredTests tell its tests apart.
judge::Plan without_time_limits(judge::Plan plan) {
  for (judge::PlannedSubmission& planned : plan.submissions) {
    planned.limits.time = {};
    planned.limits.wall = {};
  }
  return plan;
}

}  // namespace

StoredTests::StoredTests(std::unique_ptr<store::Journal> journal, const judge::Plan& plan,
                         const std::string& surroundings)
    : journal_(std::move(journal)), plan_(plan), keys_(plan, surroundings) {}

std::optional<model::TestJudgement> StoredTests::find(std::size_t submission, std::size_t test,
                                                      const judge::Executable& executable) {
  const auto key = keys_.key(submission, test, executable);
  if (!key) return std::nullopt;
  auto judgement = store::find_test(*journal_, *key, plan_.problem->tests[test].name);
  if (judgement) judgement->cached = true;
  return judgement;
}

void StoredTests::store(std::size_t submission, std::size_t test,
                        const judge::Executable& executable,
                        const model::TestJudgement& judgement) {
  if (judgement.run.was_rerun) return;
  const auto key = keys_.key(submission, test, executable);
  // What cannot be kept is run again.
  if (key) static_cast<void>(store::keep_test(*journal_, *key, judgement));
}

MeasuringTests::MeasuringTests(MeasuredTests& measured, const judge::Plan& plan,
                               judge::TestCache* stored)
    : measured_(measured),
      plan_(plan),
      untimed_(without_time_limits(plan)),
      keys_(untimed_, {}),
      stored_(stored) {}

void MeasuringTests::keep(const std::string& key, const model::TestJudgement& judgement) {
  const std::lock_guard lock(measured_.mutex);
  measured_.tests.insert_or_assign(key, judgement);
}

std::optional<model::TestJudgement> MeasuringTests::recall(const std::string& key,
                                                           std::size_t submission) {
  // What was measured once says nothing of the spread.
  if (plan_.repeat > 1) return std::nullopt;
  const std::lock_guard lock(measured_.mutex);
  const auto found = measured_.tests.find(key);
  const bool holds = found != measured_.tests.end() &&
                     judge::holds_under(found->second.run, plan_.submissions[submission].limits);
  return holds ? std::optional(found->second) : std::nullopt;
}

std::optional<model::TestJudgement> MeasuringTests::find(std::size_t submission, std::size_t test,
                                                         const judge::Executable& executable) {
  const auto key = keys_.key(submission, test, executable);
  if (auto measured = key ? recall(*key, submission) : std::nullopt) return measured;
  if (stored_ == nullptr) return std::nullopt;
  auto known = stored_->find(submission, test, executable);
  if (known && key) keep(*key, *known);
  return known;
}

void MeasuringTests::store(std::size_t submission, std::size_t test,
                           const judge::Executable& executable,
                           const model::TestJudgement& judgement) {
  if (stored_ != nullptr) stored_->store(submission, test, executable, judgement);
  if (judgement.verdict == model::Verdict::je) return;
  if (const auto key = keys_.key(submission, test, executable)) keep(*key, judgement);
}

}  // namespace arbiter::cli
