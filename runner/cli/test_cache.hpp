#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>

#include "judge/execute.hpp"
#include "judge/result_cache.hpp"
#include "judge/test_keys.hpp"

namespace arbiter::cli {

/// Judgements of earlier runs, as archive lines in a ResultCache. Faults of the judge and runs
/// near the time limit are not kept.
class StoredTests final : public judge::TestCache {
 public:
  StoredTests(std::unique_ptr<judge::ResultCache> cache, const judge::Plan& plan,
              const std::string& surroundings);

  std::optional<model::TestJudgement> find(std::size_t submission, std::size_t test,
                                           const judge::Executable& executable) override;
  void store(std::size_t submission, std::size_t test, const judge::Executable& executable,
             const model::TestJudgement& judgement) override;

 private:
  std::unique_ptr<judge::ResultCache> cache_;
  judge::TestKeys keys_;
};

}  // namespace arbiter::cli
