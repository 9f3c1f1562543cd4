#include "cluster/rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <unordered_map>
#include <utility>

namespace arbiter::cluster {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int k_most_failures = 3;

/// A unit or a piece as it was given out.
struct Given {
  std::string name;  ///< in records
  int round = 0;
  std::size_t shard = 0;
  std::size_t times = 0;  ///< how often it had been judged when that was last looked at
};

class Rounds {
 public:
  /// Without a scheduler rounds are only written.
  Rounds(const RoundsCall& call, Scheduler* scheduler)
      : call_(call), scheduler_(scheduler), results_(call.places, call.cohort) {}

  Result<RoundByHand> write_only() {
    ARBITER_CHECK(remember_rounds());
    ARBITER_CHECK(results_.read(call_.journal()));
    ARBITER_CHECK(find_missing());
    if (missing_.empty()) return RoundByHand{};
    const std::size_t units = missing_.size();
    ARBITER_TRY(shards, write_next(missing_));
    return RoundByHand{last_, shards.size(), units};
  }

  Result<RoundsOutcome> run() {
    auto worked = work_off();
    if (!rounds_.empty()) scheduler_->cancel_rounds(rounds_);
    if (!worked) return std::move(worked).error();
    outcome_.doubles = results_.doubles();
    outcome_.damaged = results_.damaged();
    for (const auto& [name, attempt] : results_.attempts()) {
      outcome_.nodes[attempt.host()] = attempt.node;
      if (!attempt.is_ours) outcome_.foreign.push_back(name);
    }
    return std::move(outcome_);
  }

 private:
  Result<void> work_off() {
    ARBITER_CHECK(remember_rounds());
    // The caller of these may have been killed; they go on. What ends now is read next.
    const bool is_any_running = is_any_left();
    ARBITER_CHECK(results_.read(call_.journal()));
    ARBITER_CHECK(find_missing());
    if (!missing_.empty() && is_any_running) ARBITER_CHECK(watch_and_look());
    while (!missing_.empty() && !outcome_.is_interrupted) {
      first_ = last_ + 1;
      shards_ = 0;
      ARBITER_CHECK(hand_in(missing_));
      ARBITER_CHECK(watch_and_look());
    }
    return {};
  }

  /// Those of earlier calls: where results of their units may be.
  Result<void> remember_rounds() {
    last_ = last_round(call_.places);
    for (int round = 1; round <= last_; ++round) {
      rounds_.insert(round);
      shards_ = shards_of_round(call_.places, round);
      for (std::size_t i = 0; i < shards_; ++i) {
        ARBITER_TRY(file, read_shard(call_.places, round, i));
        note_given(file.shard, round, i);
      }
    }
    first_ = last_ + 1;
    return {};
  }

  bool is_any_left() {
    if (rounds_.empty()) return false;
    const Queue queue = scheduler_->look(rounds_);
    return !queue.is_reachable || !queue.rounds.empty();
  }

  Result<void> watch_and_look() {
    for (const Unit& unit : missing_) {
      for (Given& one : given_[unit.key])
        one.times = times_judged(one.name);
    }
    ARBITER_CHECK(watch());
    return outcome_.is_interrupted ? Result<void>() : find_missing();
  }

  [[nodiscard]] std::size_t times_judged(const std::string& name) const {
    const auto at = results_.units().find(name);
    return at == results_.units().end() ? 0 : at->second.times;
  }
  [[nodiscard]] bool is_judged_now(const Unit& unit) const {
    const auto at = given_.find(unit.key);
    return at != given_.end() && std::ranges::all_of(at->second, [&](const Given& one) {
             return times_judged(one.name) > one.times;
           });
  }

  /// Of a unit counts what the newest round holds.
  void note_given(const Shard& shard, int round, std::size_t number) {
    for (const Unit& unit : shard.units) {
      std::vector<Given>& given = given_[unit.key];
      if (!given.empty() && given.front().round != round) given.clear();
      const std::string name = record_name(unit);
      given.push_back({name, round, number, times_judged(name)});
      places_[unit.key].push_back(AttemptName::prefix(round, number));
    }
  }

  /// Takes over what a shard said that it left of the unit; whether it did.
  bool take_rest(Unit& unit) const {
    const auto at = results_.units().find(unit.key);
    if (at == results_.units().end() || at->second.rest.tests == 0) return false;
    unit.tests_left = at->second.rest.tests;
    unit.seconds = at->second.rest.seconds;
    return true;
  }

  /// What the journal lacks, and what is disputed; without what was given up.
  Result<void> find_missing() {
    ARBITER_SET(missing_, call_.missing());
    count_failures();
    for (const auto& [key, dispute] : results_.disputes()) {
      auto unit = call_.unit_of(key);
      if (!unit) continue;
      if (told_.insert(key).second) outcome_.disputes.push_back(dispute);
      std::erase_if(missing_, [&](const Unit& other) { return other.key == unit->key; });
      unit->is_disputed = true;
      missing_.push_back(std::move(*unit));
    }
    std::erase_if(missing_, [&](const Unit& unit) { return outcome_.given_up.contains(unit.key); });
    for (Unit& unit : missing_) {
      unit.is_suspect = suspects_.contains(unit.key);
      take_rest(unit);
    }
    return {};
  }

  Result<void> hand_in(const std::vector<Unit>& units) {
    ++outcome_.rounds;
    ARBITER_TRY(shards, write_next(units));
    return scheduler_->submit(
        {last_, shards.size(), call_.places.round(last_), shards.front().shard.seconds});
  }

  Result<std::vector<ShardFile>> write_next(const std::vector<Unit>& units) {
    ++last_;
    std::vector<ShardFile> files;
    for (Shard& shard : plan_shards(units, call_.policy)) {
      ShardFile file{std::move(shard), {}};
      std::set<std::string> sources;
      for (Unit& unit : file.shard.units) {
        const std::vector<std::string>& places = places_[unit.key];
        sources.insert(places.begin(), places.end());
        // Once is enough: the second time it is cut, and rounds come to an end.
        unit.may_be_left = scheduler_ != nullptr && call_.policy.cores > 1 && places.empty();
      }
      if (!file.shard.is_fresh) file.sources.assign(sources.begin(), sources.end());
      files.push_back(std::move(file));
    }
    ARBITER_CHECK(write_round(call_.places, last_, files, call_.arbiter));
    for (std::size_t i = 0; i < files.size(); ++i)
      note_given(files[i].shard, last_, i);
    rounds_.insert(last_);
    shards_ += files.size();
    return files;
  }

  /// What was left and not yet given out again, once cores would soon have nothing to do.
  std::vector<Unit> take_left(const ClusterStatus& status) {
    std::vector<Unit> left;
    const bool has_room = call_.may_overlap
                              ? status.queued < static_cast<std::size_t>(call_.policy.cores)
                              : status.queued + status.running == 0;
    if (!has_room) return left;
    for (Unit& unit : missing_) {
      if (places_[unit.key].size() == 1 && take_rest(unit)) left.push_back(unit);
    }
    return left;
  }

  /// Until nothing of the rounds is left, everything is judged, or what is left says nothing.
  Result<void> watch() {
    heard_.clear();
    int empty_looks = 0;
    while (true) {
      ARBITER_CHECK(results_.read(call_.journal()));
      Queue queue = scheduler_->look(rounds_);
      cancel_held(queue);
      ARBITER_TRY(status, tell(queue));
      const std::size_t left = status.queued + status.running;
      if (queue.is_reachable) {
        if (const std::vector<Unit> units = take_left(status); !units.empty()) {
          ARBITER_CHECK(hand_in(units));
          empty_looks = 0;
          continue;
        }
        // A file that a node has just written may be seen here a moment later.
        empty_looks = left == 0 ? empty_looks + 1 : 0;
        if (are_all_judged() || empty_looks > 1 || (left > 0 && is_silent(queue))) return {};
      }
      if (!call_.wait()) {
        outcome_.is_interrupted = true;
        return results_.read(call_.journal());
      }
    }
  }

  void cancel_held(Queue& queue) {
    std::vector<std::string> held;
    for (auto& [round, tasks] : queue.rounds) {
      std::erase_if(tasks, [&](const auto& row) {
        if (row.second.phase != Phase::held) return false;
        held.push_back(row.second.id);
        return true;
      });
    }
    scheduler_->cancel(held);
  }

  Result<ClusterStatus> tell(const Queue& queue) {
    ClusterStatus status;
    status.round = last_;
    for (const auto& [round, tasks] : queue.rounds) {
      for (const auto& [shard, task] : tasks)
        ++(task.phase == Phase::running ? status.running : status.queued);
    }
    const std::size_t left = status.queued + status.running;
    status.ended = shards_ - std::min(shards_, left);
    double all = 0;
    double done = 0;
    std::size_t judged = 0;
    for (const Unit& unit : missing_) {
      all += unit.seconds;
      if (!is_judged_now(unit)) continue;
      ++judged;
      done += unit.seconds;
    }
    status.units = call_.all_units - std::min(call_.all_units, missing_.size()) + judged;
    status.all_units = call_.all_units;
    status.results = results_.records();
    status.done = all > 0 ? done / all : 0;
    if (!queue.is_reachable) status.trouble = queue.complaint;
    ARBITER_CHECK(call_.show(status));
    return status;
  }

  [[nodiscard]] bool are_all_judged() const {
    return std::ranges::all_of(missing_, [&](const Unit& unit) { return is_judged_now(unit); });
  }

  /// Whether everything that is left is running and has written nothing for a long time: its node
  /// may be gone, which the engine notices late.
  bool is_silent(const Queue& queue) {
    std::map<std::pair<int, std::size_t>, std::size_t> read;
    for (const auto& [name, attempt] : results_.attempts())
      read[{attempt.name.round, attempt.name.shard}] += attempt.read;
    const auto now = Clock::now();
    bool is_silent = true;
    for (const auto& [round, tasks] : queue.rounds) {
      for (const auto& [shard, task] : tasks) {
        const std::pair place(round, shard);
        auto [at, is_new] = heard_.try_emplace(place, read[place], now);
        if (at->second.first != read[place]) at->second = {read[place], now};
        is_silent = is_silent && task.phase == Phase::running &&
                    now - at->second.second > call_.silent_after;
      }
    }
    return is_silent;
  }

  /// Why units of these rounds are still missing. What was being judged when an attempt died is
  /// suspected; what the judge failed at has failed; and so has all of a shard that nobody began.
  /// The others only waited behind those.
  void count_failures() {
    std::unordered_map<std::string, std::string> died;  ///< by name: where
    std::set<std::pair<int, std::size_t>> begun;
    for (const auto& [name, attempt] : results_.attempts()) {
      if (attempt.name.round < first_) continue;
      if (attempt.units > 0 || !attempt.begun.empty())
        begun.emplace(attempt.name.round, attempt.name.shard);
      if (attempt.has_ended) continue;
      for (const std::string& unit : attempt.begun)
        died[unit] = attempt.host();
    }
    for (const Unit& unit : missing_) {
      const std::vector<Given>& given = given_[unit.key];
      if (given.empty() || given.front().round < first_) continue;
      const auto at =
          std::ranges::find_if(given, [&](const Given& one) { return died.contains(one.name); });
      const bool has_died = at != given.end();
      if (has_died) suspects_.insert(unit.key);
      const bool is_begun = std::ranges::all_of(given, [&](const Given& one) {
        return begun.contains({one.round, one.shard});
      });
      const bool has_failed = has_died || is_judged_now(unit) || !is_begun;
      if (!has_failed || ++failures_[unit.key] < k_most_failures) continue;
      outcome_.given_up.emplace(unit.key, reason(unit, has_died ? died[at->name] : ""));
    }
  }

  [[nodiscard]] std::string reason(const Unit& unit, const std::string& died_on) const {
    const std::string log = (call_.places.round(last_) / "log").string();
    if (!died_on.empty())
      return fmt::format("the judge died while it judged this on {}; see {}", died_on, log);
    if (!is_judged_now(unit)) return fmt::format("no node has begun with it; see {}", log);
    for (const Given& one : given_.at(unit.key)) {
      const std::string& fault = results_.units().at(one.name).fault;
      if (!fault.empty()) return fault;
    }
    return "nodes and this machine do not agree on what is judged; 'arbiter doctor --engine slurm' "
           "compares them";
  }

  const RoundsCall& call_;
  Scheduler* scheduler_;
  Results results_;
  RoundsOutcome outcome_;
  int first_ = 1;  ///< the first of this call's rounds that is waited for now
  int last_ = 0;
  std::size_t shards_ = 0;  ///< of these rounds
  std::set<int> rounds_;
  std::vector<Unit> missing_;
  std::unordered_map<std::string, std::vector<std::string>> places_;  ///< prefixes, by unit
  std::unordered_map<std::string, int> failures_;
  std::set<std::string> suspects_;
  std::set<std::string> told_;
  std::unordered_map<std::string, std::vector<Given>> given_;  ///< by unit: what of it is out last
  /// Bytes that were read of a shard's results, and when there were less.
  std::map<std::pair<int, std::size_t>, std::pair<std::size_t, Clock::time_point>> heard_;
};

}  // namespace

Result<RoundsOutcome> run_rounds(const RoundsCall& call, Scheduler& scheduler) {
  return Rounds(call, &scheduler).run();
}

Result<RoundByHand> write_round_by_hand(const RoundsCall& call) {
  return Rounds(call, nullptr).write_only();
}

}  // namespace arbiter::cluster
