#include "grade/journal_cache.hpp"

#include <utility>

#include "store/results.hpp"

namespace arbiter::grade {

void ResultKeeper::check(Result<void> kept) {
  if (kept) return;
  {
    const std::lock_guard lock(mutex_);
    if (failure_) return;
    failure_ = std::move(kept).error();
  }
  give_up_();
}

void ResultKeeper::keep_test(const std::string& key, const model::TestJudgement& test) {
  model::TestJudgement clipped = test;
  store::clip(clipped);
  check(store::keep_test(journal_, key, clipped));
}

void ResultKeeper::keep_compile(const std::string& key,
                                const model::SubmissionJudgement& submission) {
  check(store::keep_compile(journal_, key, submission));
}

std::optional<Error> ResultKeeper::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

std::optional<model::TestJudgement> JournalCache::find(std::size_t submission, std::size_t test,
                                                       const judge::Executable& /*executable*/) {
  if (!reads_) return std::nullopt;
  const auto key = keys_.key(work_keys_[submission], test);
  if (!key) return std::nullopt;
  auto known = store::find_test(journal_, *key, plan_.problem->tests[test].name);
  if (known) known->cached = true;
  return known;
}

void JournalCache::store(std::size_t submission, std::size_t test,
                         const judge::Executable& /*executable*/,
                         const model::TestJudgement& judgement) {
  const auto key = keys_.key(work_keys_[submission], test);
  if (key) keeper_.keep_test(*key, judgement);
}

}  // namespace arbiter::grade
