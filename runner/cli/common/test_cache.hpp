#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>

#include "judge/execute.hpp"
#include "judge/run/test_keys.hpp"
#include "store/result_cache.hpp"

namespace arbiter::cli {

/// Judgements of earlier runs, as archive lines in a ResultCache. Faults of the judge and runs
/// near the time limit are not kept.
class StoredTests final : public judge::TestCache {
 public:
  StoredTests(std::unique_ptr<store::ResultCache> cache, const judge::Plan& plan,
              const std::string& surroundings);

  std::optional<model::TestJudgement> find(std::size_t submission, std::size_t test,
                                           const judge::Executable& executable) override;
  void store(std::size_t submission, std::size_t test, const judge::Executable& executable,
             const model::TestJudgement& judgement) override;

 private:
  std::unique_ptr<store::ResultCache> cache_;
  judge::TestKeys keys_;
};

}  // namespace arbiter::cli
