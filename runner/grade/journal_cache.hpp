#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "judge/execute.hpp"
#include "judge/run/test_keys.hpp"
#include "store/journal.hpp"

namespace arbiter::grade {

/// Keeps results in a journal, clipped. The first one that cannot be kept ends the work, since a
/// full disk would have all later ones be lost, too.
class ResultKeeper {
 public:
  /// `give_up` is called once, from any thread.
  ResultKeeper(store::Journal& journal, std::function<void()> give_up)
      : journal_(journal), give_up_(std::move(give_up)) {}

  void keep_test(const std::string& key, const model::TestJudgement& test);
  void keep_compile(const std::string& key, const model::SubmissionJudgement& submission);

  /// Why results could not be kept.
  [[nodiscard]] std::optional<Error> failure() const;

 private:
  void check(Result<void> kept);

  store::Journal& journal_;
  std::function<void()> give_up_;
  mutable std::mutex mutex_;
  std::optional<Error> failure_;
};

/// The results of one plan in a journal, whose submissions have `work_keys`.
class JournalCache final : public judge::TestCache {
 public:
  /// Everything outlives it. `reads`: known results are used.
  JournalCache(store::Journal& journal, ResultKeeper& keeper, judge::TestKeys& keys,
               const judge::Plan& plan, std::vector<std::string> work_keys, bool reads)
      : journal_(journal),
        keeper_(keeper),
        keys_(keys),
        plan_(plan),
        work_keys_(std::move(work_keys)),
        reads_(reads) {}

  std::optional<model::TestJudgement> find(std::size_t submission, std::size_t test,
                                           const judge::Executable& executable) override;
  void store(std::size_t submission, std::size_t test, const judge::Executable& executable,
             const model::TestJudgement& judgement) override;

 private:
  store::Journal& journal_;
  ResultKeeper& keeper_;
  judge::TestKeys& keys_;
  const judge::Plan& plan_;
  std::vector<std::string> work_keys_;
  bool reads_;
};

}  // namespace arbiter::grade
