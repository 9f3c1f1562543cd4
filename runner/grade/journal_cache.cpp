#include "grade/journal_cache.hpp"

#include <utility>

namespace arbiter::grade {
namespace {

constexpr std::string_view k_test = "test";
constexpr std::string_view k_compile = "compile";

}  // namespace

void ResultKeeper::append(std::string_view kind, const std::string& key, const std::string& value) {
  auto appended = journal_.append(kind, key, value);
  if (appended) return;
  {
    const std::lock_guard lock(mutex_);
    if (failure_) return;
    failure_ = std::move(appended).error();
  }
  give_up_();
}

void ResultKeeper::keep_test(const std::string& key, const model::TestJudgement& test) {
  if (test.verdict != model::Verdict::je) append(k_test, key, store::test_record(codec_, test));
}

void ResultKeeper::keep_compile(const std::string& key,
                                const model::SubmissionJudgement& submission) {
  if (!submission.compile.fault.empty()) return;
  model::SubmissionJudgement bare;
  bare.language = submission.language;
  bare.limits = submission.limits;
  bare.compile = submission.compile;
  bare.compile.cached = false;
  append(k_compile, key, codec_.write_submission(bare));
}

std::optional<Error> ResultKeeper::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

std::optional<model::TestJudgement> known_test(store::Journal& journal,
                                               const store::ResultCodec& codec,
                                               const std::string& key, const std::string& name) {
  const auto record = journal.find(k_test, key);
  if (!record) return std::nullopt;
  return store::read_test_record(codec, *record, name);
}

std::optional<model::SubmissionJudgement> known_compile(store::Journal& journal,
                                                        const store::ResultCodec& codec,
                                                        const std::string& key) {
  const auto record = journal.find(k_compile, key);
  if (!record) return std::nullopt;
  return codec.read_submission(*record);
}

std::optional<model::TestJudgement> JournalCache::find(std::size_t submission, std::size_t test,
                                                       const judge::Executable& /*executable*/) {
  if (!reads_) return std::nullopt;
  const auto key = keys_.key(work_keys_[submission], test);
  if (!key) return std::nullopt;
  auto known = known_test(journal_, codec_, *key, plan_.problem->tests[test].name);
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
