#pragma once

#include <filesystem>
#include <string>

#include "cluster/files.hpp"
#include "store/hash.hpp"
#include "store/journal.hpp"
#include "store/results.hpp"

// For tests alone.

namespace arbiter::cluster {

/// 64 hex digits.
inline std::string key_of(const std::string& name) {
  return store::sha256(name);
}

inline AttemptName attempt_name(int round, std::size_t shard, const std::string& host,
                                int restart = 0, bool is_fresh = false) {
  AttemptName name;
  name.round = round;
  name.shard = shard;
  name.restart = restart;
  name.is_fresh = is_fresh;
  name.host = host;
  return name;
}

/// What an attempt at a shard writes.
class AttemptFile {
 public:
  AttemptFile(const Places& places, const AttemptName& name, const std::string& cohort)
      : folder_(places.results() / name.text()) {
    journal_ = store::Journal::open(folder_).value();
    add(k_attempt_record, cohort, node_record({name.host, "a processor", "userns", 30}));
  }

  void add(std::string_view kind, const std::string& key, const std::string& value) {
    ASSERT_TRUE(journal_->append(kind, key, value));
  }
  void test(const std::string& name, model::Verdict verdict) {
    model::TestJudgement test;
    test.name = "secret/1";
    test.verdict = verdict;
    test.run.ending = model::Ending::exited;
    ASSERT_TRUE(store::keep_test(*journal_, key_of(name), test));
  }
  void begin(const std::string& unit) { add(k_start_record, unit, "0"); }
  void judged(const std::string& unit, const std::string& fault = {}) {
    add(k_unit_record, unit, unit_record(fault));
  }
  void left(const std::string& unit, const Rest& rest) {
    add(k_rest_record, unit, rest_record(rest));
  }
  void end(const std::string& cohort) { add(k_end_record, cohort, "0"); }
  [[nodiscard]] std::filesystem::path path() const { return folder_ / store::k_journal_name; }

 private:
  std::filesystem::path folder_;
  std::unique_ptr<store::Journal> journal_;
};

}  // namespace arbiter::cluster
