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
#include "store/result_record.hpp"

namespace arbiter::grade {

/// Keeps results in a journal under what they depend on. Faults of the judge are not kept: they are
/// tried again. The first result that cannot be kept ends the work, since a full disk would have
/// all later ones be lost, too.
class ResultKeeper {
 public:
  /// `give_up` is called once, from any thread.
  ResultKeeper(store::Journal& journal, store::ResultCodec codec, std::function<void()> give_up)
      : journal_(journal), codec_(codec), give_up_(std::move(give_up)) {}

  void keep_test(const std::string& key, const model::TestJudgement& test);
  void keep_compile(const std::string& key, const model::SubmissionJudgement& submission);

  /// Why results could not be kept.
  [[nodiscard]] std::optional<Error> failure() const;

 private:
  void append(std::string_view kind, const std::string& key, const std::string& value);

  store::Journal& journal_;
  store::ResultCodec codec_;
  std::function<void()> give_up_;
  mutable std::mutex mutex_;
  std::optional<Error> failure_;
};

/// Results that a journal held when it was opened.
std::optional<model::TestJudgement> known_test(store::Journal& journal,
                                               const store::ResultCodec& codec,
                                               const std::string& key, const std::string& name);
std::optional<model::SubmissionJudgement> known_compile(store::Journal& journal,
                                                        const store::ResultCodec& codec,
                                                        const std::string& key);

/// The results of one plan in a journal, whose submissions have `work_keys`.
class JournalCache final : public judge::TestCache {
 public:
  /// Everything outlives it. `reads`: known results are used.
  JournalCache(store::Journal& journal, const store::ResultCodec& codec, ResultKeeper& keeper,
               judge::TestKeys& keys, const judge::Plan& plan, std::vector<std::string> work_keys,
               bool reads)
      : journal_(journal),
        codec_(codec),
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
  const store::ResultCodec& codec_;
  ResultKeeper& keeper_;
  judge::TestKeys& keys_;
  const judge::Plan& plan_;
  std::vector<std::string> work_keys_;
  bool reads_;
};

}  // namespace arbiter::grade
