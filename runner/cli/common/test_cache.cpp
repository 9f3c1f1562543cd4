#include "cli/common/test_cache.hpp"

#include <utility>

#include "judge/verdict/decide.hpp"
#include "report/report.hpp"

namespace arbiter::cli {

StoredTests::StoredTests(std::unique_ptr<store::ResultCache> cache, const judge::Plan& plan,
                         const std::string& surroundings)
    : cache_(std::move(cache)), keys_(plan, surroundings) {}

std::optional<model::TestJudgement> StoredTests::find(std::size_t submission, std::size_t test,
                                                      const judge::Executable& executable) {
  const auto key = keys_.key(submission, test, executable);
  if (!key) return std::nullopt;
  const auto line = cache_->find(*key);
  if (!line) return std::nullopt;
  auto judgement = report::test_from_archive(*line);
  if (judgement) judgement->cached = true;
  return judgement;
}

void StoredTests::store(std::size_t submission, std::size_t test,
                        const judge::Executable& executable,
                        const model::TestJudgement& judgement) {
  if (judgement.verdict == model::Verdict::je || judgement.run.was_rerun) return;
  auto key = keys_.key(submission, test, executable);
  if (key) cache_->store(std::move(*key), report::archive_test(0, judgement));
}

}  // namespace arbiter::cli
