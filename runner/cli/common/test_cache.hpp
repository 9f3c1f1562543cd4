#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

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

/// Tests that were run to find a time limit, by all that decides them but limits of time.
struct MeasuredTests {
  std::mutex mutex;
  std::map<std::string, model::TestJudgement> tests;
};

/// Keeps what is run while a time limit is being found, and finds it again where the limits of
/// `plan` would have changed nothing. All else is found and kept by `stored`.
class MeasuringTests final : public judge::TestCache {
 public:
  /// `stored` may be null; all of them outlive this object.
  MeasuringTests(MeasuredTests& measured, const judge::Plan& plan, judge::TestCache* stored);

  std::optional<model::TestJudgement> find(std::size_t submission, std::size_t test,
                                           const judge::Executable& executable) override;
  void store(std::size_t submission, std::size_t test, const judge::Executable& executable,
             const model::TestJudgement& judgement) override;

 private:
  void keep(const std::string& key, const model::TestJudgement& judgement);
  [[nodiscard]] std::optional<model::TestJudgement> recall(const std::string& key,
                                                           std::size_t submission);

  MeasuredTests& measured_;
  const judge::Plan& plan_;
  judge::Plan untimed_;
  judge::TestKeys keys_;
  judge::TestCache* stored_;
};

}  // namespace arbiter::cli
