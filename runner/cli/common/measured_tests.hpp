#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "judge/execute.hpp"
#include "judge/run/test_keys.hpp"

namespace arbiter::cli {

/// Tests that were run to find a time limit, by all that decides them but limits of time. Safe to
/// use from several threads.
class MeasuredTests {
 public:
  [[nodiscard]] std::optional<model::TestJudgement> find(const std::string& key) const;
  void keep(const std::string& key, const model::TestJudgement& judgement);
  [[nodiscard]] bool is_empty() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, model::TestJudgement> tests_;
};

/// A plan as far as MeasuredTests tell its tests apart.
judge::Plan without_time_limits(judge::Plan plan);

/// Keeps everything that is run while a time limit is being found.
class MeasuringTests final : public judge::TestCache {
 public:
  /// `stored` may be null; all of them outlive this object.
  MeasuringTests(MeasuredTests& measured, const judge::Plan& plan, judge::TestCache* stored)
      : measured_(measured), plan_(without_time_limits(plan)), keys_(plan_, {}), stored_(stored) {}

  std::optional<model::TestJudgement> find(std::size_t submission, std::size_t test,
                                           const judge::Executable& executable) override;
  void store(std::size_t submission, std::size_t test, const judge::Executable& executable,
             const model::TestJudgement& judgement) override;

 private:
  void keep(std::size_t submission, std::size_t test, const judge::Executable& executable,
            const model::TestJudgement& judgement);

  MeasuredTests& measured_;
  judge::Plan plan_;
  judge::TestKeys keys_;
  judge::TestCache* stored_;
};

/// Finds what was measured where the limits of `plan` would have changed nothing, else what is
/// stored.
class RecalledTests final : public judge::TestCache {
 public:
  /// As above.
  RecalledTests(const MeasuredTests& measured, const judge::Plan& plan, judge::TestCache* stored)
      : measured_(measured),
        plan_(plan),
        bare_(without_time_limits(plan)),
        keys_(bare_, {}),
        stored_(stored) {}

  std::optional<model::TestJudgement> find(std::size_t submission, std::size_t test,
                                           const judge::Executable& executable) override;
  void store(std::size_t submission, std::size_t test, const judge::Executable& executable,
             const model::TestJudgement& judgement) override;

 private:
  const MeasuredTests& measured_;
  const judge::Plan& plan_;
  judge::Plan bare_;
  judge::TestKeys keys_;
  judge::TestCache* stored_;
};

}  // namespace arbiter::cli
