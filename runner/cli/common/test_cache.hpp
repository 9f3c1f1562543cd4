#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>

#include "judge/execute.hpp"
#include "judge/run/test_keys.hpp"
#include "store/journal.hpp"

namespace arbiter::cli {

/// Judgements of earlier runs in a journal that is a cache. Faults of the judge and runs near the
/// time limit are not kept.
class StoredTests final : public judge::TestCache {
 public:
  StoredTests(std::unique_ptr<store::Journal> journal, const judge::Plan& plan,
              const std::string& surroundings);

  std::optional<model::TestJudgement> find(std::size_t submission, std::size_t test,
                                           const judge::Executable& executable) override;
  void store(std::size_t submission, std::size_t test, const judge::Executable& executable,
             const model::TestJudgement& judgement) override;

 private:
  std::unique_ptr<store::Journal> journal_;
  const judge::Plan& plan_;
  judge::TestKeys keys_;
};

}  // namespace arbiter::cli
