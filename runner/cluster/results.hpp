#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "cluster/files.hpp"
#include "store/journal.hpp"

namespace arbiter::cluster {

/// A result that two runs gave differently.
struct Dispute {
  std::string first;   ///< what was seen first, "WA on n1"
  std::string second;  ///< "AC on n2"
};

/// One attempt at a shard, as far as its file tells.
struct Attempt {
  AttemptName name;
  NodeFacts node;
  std::size_t read = 0;  ///< bytes
  bool is_ours = true;   ///< it belongs to this cohort; others are not read
  bool has_ended = false;
  std::size_t units = 0;        ///< that were judged to the end or left
  std::set<std::string> begun;  ///< units that were begun and neither judged to the end nor left
  std::uint32_t number = 0;     ///< in the order of reading

  /// The node, as it calls itself if it has said so.
  [[nodiscard]] const std::string& host() const {
    return node.host.empty() ? name.host : node.host;
  }
};

/// What was said of a unit that was judged to the end, or left.
struct UnitFacts {
  std::string fault;      ///< why the judge failed at it; empty: once it did not
  std::size_t times = 0;  ///< how often that was said
  Rest rest;
};

/// What all attempts found out: a function of the folder, whatever the engine said of its tasks.
/// Of several records of one key the first counts, or the first of a fresh attempt if there is one.
class Results {
 public:
  Results(Places places, std::string cohort)
      : places_(std::move(places)), cohort_(std::move(cohort)) {}

  /// Takes in what was written since the last call, and appends to `journal` what counts and is not
  /// there. A line that does not hold what was written is left out, and so is one that has not
  /// ended yet. Error: the folder cannot be read; that of Journal::append.
  Result<void> read(store::Journal& journal);

  /// By the names of units in records.
  [[nodiscard]] const std::unordered_map<std::string, UnitFacts>& units() const { return units_; }
  [[nodiscard]] const std::map<std::string, Attempt>& attempts() const { return attempts_; }
  [[nodiscard]] std::size_t records() const { return known_.size(); }
  [[nodiscard]] std::size_t doubles() const { return doubles_; }
  [[nodiscard]] std::size_t damaged() const { return damaged_; }
  /// The disagreements that no fresh attempt has settled, by key.
  [[nodiscard]] const std::map<std::string, Dispute>& disputes() const { return disputes_; }

 private:
  /// The first half of a key, which no other one shares. A million results fit into memory so.
  using ShortKey = std::pair<std::uint64_t, std::uint64_t>;
  struct HashOfKey {
    std::size_t operator()(const ShortKey& key) const { return key.first; }
  };
  struct Known {
    std::uint8_t outcome = 0;  ///< its place in outcomes_
    bool is_fresh = false;
    std::uint32_t attempt = 0;  ///< its place in the order of reading
  };
  static std::optional<ShortKey> short_key(std::string_view key);
  Result<void> read_attempt(Attempt& attempt, store::Journal& journal);
  Result<void> take(Attempt& attempt, const store::JournalRecord& record, store::Journal& journal);
  Result<void> take_result(const Attempt& attempt, const store::JournalRecord& record,
                           std::string outcome, store::Journal& journal);
  std::uint8_t place_of(std::string outcome);

  Places places_;
  std::string cohort_;
  std::map<std::string, Attempt> attempts_;  ///< by name
  std::vector<std::string> hosts_;           ///< of attempts, in the order of reading
  std::vector<std::string> outcomes_;
  std::unordered_map<ShortKey, Known, HashOfKey> known_;
  std::unordered_map<std::string, UnitFacts> units_;
  std::map<std::string, Dispute> disputes_;
  std::size_t doubles_ = 0;
  std::size_t damaged_ = 0;
};

}  // namespace arbiter::cluster
