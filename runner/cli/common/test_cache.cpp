#include "cli/common/test_cache.hpp"

#include <utility>

#include "store/results.hpp"

namespace arbiter::cli {

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

}  // namespace arbiter::cli
