#include "cluster/rounds.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <memory>
#include <set>

#include "base/test_folder.hpp"
#include "cluster/attempt_files.hpp"

namespace arbiter::cluster {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* k_cohort = "ours";

/// An engine that does with each task what a test says, at each look.
class FakeScheduler final : public Scheduler {
 public:
  /// Called at each look for a task that has not ended; false: it has ended now.
  using Work = std::function<bool(const ShardFile& shard, int round, std::size_t number, Task&)>;
  FakeScheduler(Places places, Work work) : places_(std::move(places)), work_(std::move(work)) {}

  Result<void> submit(const RoundJob& job) override {
    if (!refusal.empty()) return judge_error(refusal);
    submitted.push_back(job.round);
    for (std::size_t i = 0; i < job.shards; ++i)
      queue_.rounds[job.round][i] = {Phase::running, std::to_string(i)};
    return {};
  }
  Queue look(const std::set<int>& rounds) override {
    for (auto& [round, tasks] : queue_.rounds) {
      EXPECT_TRUE(rounds.contains(round));
      for (auto task = tasks.begin(); task != tasks.end();) {
        const auto shard = read_shard(places_, round, task->first).value();
        task = work_(shard, round, task->first, task->second) ? std::next(task) : tasks.erase(task);
      }
    }
    std::erase_if(queue_.rounds, [](const auto& row) { return row.second.empty(); });
    queue_.is_reachable = !is_down;
    return queue_;
  }
  void cancel(const std::vector<std::string>& ids) override {
    cancelled.insert(cancelled.end(), ids.begin(), ids.end());
  }
  void cancel_rounds(const std::set<int>& rounds) override {
    for (const int round : rounds)
      queue_.rounds.erase(round);
  }
  int cores() override { return 1; }
  [[nodiscard]] bool is_idle() const { return queue_.rounds.empty(); }

  std::vector<int> submitted;
  std::vector<std::string> cancelled;
  std::string refusal;
  bool is_down = false;

 private:
  Places places_;
  Work work_;
  Queue queue_;
};

/// A cohort of units that each have one result.
class RoundsTest : public ::testing::Test {
 protected:
  RoundsTest() {
    EXPECT_TRUE(write_plan(places_, {}));
    open();
    call_.places = places_;
    call_.cohort = k_cohort;
    // One unit a shard, unless a test says otherwise.
    call_.policy.least = 1;
    call_.policy.most = 1;
    call_.arbiter = "arbiter";
    call_.silent_after = std::chrono::hours(1);
    call_.journal = [this]() -> store::Journal& { return *journal_; };
    call_.missing = [this]() -> Result<std::vector<Unit>> {
      open();
      std::vector<Unit> missing;
      for (const std::string& name : names_) {
        if (!store::find_test(*journal_, key_of(name), "secret/1")) missing.push_back(unit(name));
      }
      return missing;
    };
    call_.unit_of = [this](const std::string& key) -> std::optional<Unit> {
      for (const std::string& name : names_) {
        if (key_of(name) == key) return unit(name);
      }
      return std::nullopt;
    };
    call_.show = [this](const ClusterStatus& status) -> Result<void> {
      trouble_ = status.trouble;
      ended_.insert(status.ended);
      return {};
    };
    call_.wait = [this] { return --looks_ > 0; };
  }

  void open() {
    journal_.reset();
    journal_ = store::Journal::open(folder_ / "out").value();
  }
  static Unit unit(const std::string& name) { return {name, name, "sum", "c", 1, false, false}; }
  AttemptFile attempt(int round, std::size_t shard, const ShardFile& file) {
    return {places_, attempt_name(round, shard, "n1", restart_++, file.shard.is_fresh), k_cohort};
  }
  /// Judges a shard to its end.
  void judge(const ShardFile& file, int round, std::size_t shard,
             model::Verdict verdict = model::Verdict::ac) {
    AttemptFile out = attempt(round, shard, file);
    for (const Unit& one : file.shard.units) {
      out.begin(one.key);
      out.test(one.key, verdict);
      out.judged(one.key);
    }
    out.end(k_cohort);
  }
  /// Begins with unit a and leaves the rest of it; false: the task has ended.
  bool leave(const ShardFile& file, int round, std::size_t shard, const Rest& rest) {
    AttemptFile out = attempt(round, shard, file);
    out.begin("a");
    out.left("a", rest);
    out.end(k_cohort);
    return false;
  }
  RoundsOutcome run(FakeScheduler& scheduler) {
    auto outcome = run_rounds(call_, scheduler);
    EXPECT_TRUE(outcome) << outcome.error().text();
    EXPECT_TRUE(scheduler.is_idle());
    return outcome ? std::move(*outcome) : RoundsOutcome();
  }

  TestFolder folder_;
  Places places_{folder_ / "shared"};
  std::vector<std::string> names_ = {"a", "b", "c"};
  std::unique_ptr<store::Journal> journal_;
  RoundsCall call_;
  std::string trouble_;
  std::set<std::size_t> ended_;  ///< shards, as they were shown
  int looks_ = 100;
  int restart_ = 0;
};

TEST_F(RoundsTest, GiveOutOnlyWhatIsMissing) {
  FakeScheduler scheduler(places_, [&](const auto& file, int round, std::size_t shard, Task&) {
    const bool is_lost = round == 1 && file.shard.units.front().key == "b";
    if (!is_lost) judge(file, round, shard);
    EXPECT_TRUE(round == 1 || file.shard.units.front().key == "b");
    return false;
  });
  const RoundsOutcome outcome = run(scheduler);
  EXPECT_THAT(scheduler.submitted, ElementsAre(1, 2));
  EXPECT_EQ(shards_of_round(places_, 1), 3U);
  EXPECT_EQ(shards_of_round(places_, 2), 1U);
  EXPECT_THAT(outcome.given_up, IsEmpty());
  EXPECT_EQ(outcome.rounds, 2);
  EXPECT_EQ(outcome.nodes.at("n1").cpu, "a processor");
  // A round knows where earlier attempts at its units may have left results.
  EXPECT_EQ(read_shard(places_, 2, 0)->sources.size(), 1U);
}

TEST_F(RoundsTest, GiveOutInPiecesWhatShardsLeftWhileOthersRun) {
  names_ = {"a", "b"};
  call_.policy.cores = 2;
  std::set<std::string> pieces;
  FakeScheduler scheduler(places_, [&](const auto& file, int round, std::size_t shard, Task&) {
    const Unit& unit = file.shard.units.front();
    EXPECT_EQ(unit.may_be_left, round == 1);
    // Unit b runs until the others have done all that is known of a.
    if (unit.key == "b" && pieces.size() < 4) return true;
    if (round == 1 && unit.key == "a") return leave(file, round, shard, {4, 40});
    if (round > 1) {
      EXPECT_EQ(file.sources.front(), AttemptName::prefix(1, 0));
      EXPECT_EQ(unit.pieces, 4U);
      AttemptFile out = attempt(round, shard, file);
      // One is lost with its node, which nobody begins again, and has another in its place.
      if (round == 2 && unit.piece == 1 && pieces.insert(record_name(unit)).second) return false;
      pieces.insert(record_name(unit));
      out.begin(record_name(unit));
      if (round > 2 && unit.piece == 1) out.test("a", model::Verdict::tle);
      out.judged(record_name(unit));
      out.end(k_cohort);
      return false;
    }
    judge(file, round, shard);
    return false;
  });
  const RoundsOutcome outcome = run(scheduler);
  EXPECT_THAT(scheduler.submitted, ElementsAre(1, 2, 3));
  EXPECT_THAT(pieces, ElementsAre("a 0/4", "a 1/4", "a 2/4", "a 3/4"));
  EXPECT_EQ(shards_of_round(places_, 2), 4U);
  EXPECT_EQ(shards_of_round(places_, 3), 4U);
  EXPECT_THAT(outcome.given_up, IsEmpty());
}

TEST_F(RoundsTest, DoNotOverlapWhereTheyMayNot) {
  call_.policy.cores = 2;
  call_.may_overlap = false;
  int looks = 0;
  FakeScheduler scheduler(places_, [&](const auto& file, int round, std::size_t shard, Task&) {
    const Unit& unit = file.shard.units.front();
    if (round == 1 && unit.key == "a") return leave(file, round, shard, {1, 40});
    // The others take some looks more.
    if (round == 1 && ++looks < 9) {
      EXPECT_THAT(scheduler.submitted, ElementsAre(1));
      return true;
    }
    judge(file, round, shard);
    return false;
  });
  EXPECT_THAT(run(scheduler).given_up, IsEmpty());
  EXPECT_THAT(scheduler.submitted, ElementsAre(1, 2));
}

TEST_F(RoundsTest, GiveUpAPieceThatTheJudgeFailsAtWithItsReason) {
  names_ = {"a"};
  call_.policy.cores = 2;
  FakeScheduler scheduler(places_, [&](const auto& file, int round, std::size_t shard, Task&) {
    const Unit& unit = file.shard.units.front();
    if (round == 1) return leave(file, round, shard, {2, 20});
    AttemptFile out = attempt(round, shard, file);
    out.begin(record_name(unit));
    out.judged(record_name(unit), unit.piece == 1 ? "the checker has crashed" : "");
    out.end(k_cohort);
    return false;
  });
  const RoundsOutcome outcome = run(scheduler);
  // To leave it was no failure.
  EXPECT_EQ(outcome.rounds, 4);
  ASSERT_EQ(outcome.given_up.size(), 1U);
  EXPECT_EQ(outcome.given_up.begin()->second, "the checker has crashed");
}

TEST_F(RoundsTest, NothingMissingIsNothingToDo) {
  names_.clear();
  FakeScheduler scheduler(places_, [](const auto&...) { return false; });
  EXPECT_EQ(run(scheduler).rounds, 0);
  EXPECT_THAT(scheduler.submitted, IsEmpty());
}

TEST_F(RoundsTest, CancelTasksThatAreHeldAndGiveTheirUnitsOutAgain) {
  FakeScheduler scheduler(places_, [&](const auto& file, int round, std::size_t shard, Task& task) {
    if (round == 1 && shard == 0) task.phase = Phase::held;
    if (task.phase == Phase::held) return true;
    judge(file, round, shard);
    return false;
  });
  EXPECT_THAT(run(scheduler).given_up, IsEmpty());
  EXPECT_THAT(scheduler.cancelled, testing::Each("0"));
  EXPECT_THAT(scheduler.submitted, ElementsAre(1, 2));
}

TEST_F(RoundsTest, GiveOutAgainWhatIsSilent) {
  call_.silent_after = {};
  FakeScheduler scheduler(places_, [&](const auto& file, int round, std::size_t shard, Task&) {
    if (round == 1 && shard == 0) return true;  // its node is gone, and the engine does not know
    judge(file, round, shard);
    return false;
  });
  EXPECT_THAT(run(scheduler).given_up, IsEmpty());
  EXPECT_THAT(scheduler.submitted, ElementsAre(1, 2));
}

TEST_F(RoundsTest, GiveUpAloneWhatKillsItsJudge) {
  call_.policy.least = call_.policy.most = 100;
  FakeScheduler scheduler(places_, [&](const auto& file, int round, std::size_t shard, Task&) {
    AttemptFile out = attempt(round, shard, file);
    for (const Unit& one : file.shard.units) {
      out.begin(one.key);
      if (one.key == "b") return false;
      out.test(one.key, model::Verdict::ac);
      out.judged(one.key);
    }
    out.end(k_cohort);
    return false;
  });
  const RoundsOutcome outcome = run(scheduler);
  ASSERT_EQ(outcome.given_up.size(), 1U);
  EXPECT_EQ(outcome.given_up.begin()->first, "b");
  EXPECT_THAT(outcome.given_up.begin()->second,
              HasSubstr("the judge died while it judged this on n1"));
  EXPECT_THAT(scheduler.submitted, ElementsAre(1, 2, 3));
  // From the second round on it lies in a shard of its own.
  EXPECT_EQ(shards_of_round(places_, 2), 2U);
}

TEST_F(RoundsTest, GiveUpWhatTheJudgeFailsAtWithItsReason) {
  names_ = {"a"};
  FakeScheduler scheduler(places_, [&](const auto& file, int round, std::size_t shard, Task&) {
    AttemptFile out = attempt(round, shard, file);
    out.begin("a");
    out.judged("a", "the checker does not compile");
    out.end(k_cohort);
    return false;
  });
  const RoundsOutcome outcome = run(scheduler);
  ASSERT_EQ(outcome.given_up.size(), 1U);
  EXPECT_EQ(outcome.given_up.begin()->second, "the checker does not compile");
  EXPECT_EQ(outcome.rounds, 3);
}

TEST_F(RoundsTest, NameTheLogOfShardsThatNeverBegin) {
  FakeScheduler scheduler(places_, [](const auto&...) { return false; });
  const RoundsOutcome outcome = run(scheduler);
  ASSERT_EQ(outcome.given_up.size(), 3U);
  EXPECT_THAT(outcome.given_up.begin()->second, HasSubstr("rounds/3/log"));
}

TEST_F(RoundsTest, JudgeAgainWhatIsDisputed) {
  names_ = {"a"};
  FakeScheduler scheduler(places_, [&](const auto& file, int round, std::size_t shard, Task&) {
    judge(file, round, shard, model::Verdict::wa);
    if (round == 1) judge(file, round, shard, model::Verdict::ac);
    EXPECT_EQ(file.shard.is_fresh, round == 2);
    return false;
  });
  const RoundsOutcome outcome = run(scheduler);
  ASSERT_EQ(outcome.disputes.size(), 1U);
  EXPECT_THAT(scheduler.submitted, ElementsAre(1, 2));
  open();
  EXPECT_EQ(store::find_test(*journal_, key_of("a"), "secret/1")->verdict, model::Verdict::wa);
}

TEST_F(RoundsTest, AnInterruptLeavesNoTaskAndWaitsForNone) {
  looks_ = 3;
  FakeScheduler scheduler(places_, [](const auto&...) { return true; });
  EXPECT_TRUE(run(scheduler).is_interrupted);
  EXPECT_THAT(scheduler.submitted, ElementsAre(1));
}

TEST_F(RoundsTest, WaitForTheRoundOfACallThatWasKilled) {
  std::vector<ShardFile> files(1);
  for (const std::string& name : names_)
    files[0].shard.units.push_back(unit(name));
  ASSERT_TRUE(write_round(places_, 1, files, "arbiter"));
  FakeScheduler scheduler(places_, [&](const auto& file, int round, std::size_t shard, Task&) {
    if (looks_ > 98) return true;
    judge(file, round, shard);
    return false;
  });
  ASSERT_TRUE(scheduler.submit({1, 1, places_.round(1), 3}));
  const RoundsOutcome outcome = run(scheduler);
  EXPECT_EQ(outcome.rounds, 0);
  EXPECT_THAT(scheduler.submitted, ElementsAre(1));
  EXPECT_THAT(ended_, ElementsAre(0, 1));
}

TEST_F(RoundsTest, SubmitNothingWhileTheControllerIsDown) {
  FakeScheduler scheduler(places_, [&](const auto& file, int round, std::size_t shard, Task&) {
    if (looks_ > 95) return true;
    judge(file, round, shard);
    return false;
  });
  bool was_down = false;
  call_.wait = [&] {
    scheduler.is_down = --looks_ > 95;
    was_down |= scheduler.is_down;
    return looks_ > 0;
  };
  EXPECT_THAT(run(scheduler).given_up, IsEmpty());
  EXPECT_TRUE(was_down);
  EXPECT_THAT(scheduler.submitted, ElementsAre(1));
}

TEST_F(RoundsTest, EndWhenTheEngineRefusesAJob) {
  FakeScheduler scheduler(places_, [](const auto&...) { return false; });
  scheduler.refusal = "no such partition";
  const auto outcome = run_rounds(call_, scheduler);
  ASSERT_FALSE(outcome);
  EXPECT_THAT(outcome.error().text(), HasSubstr("no such partition"));
}

TEST_F(RoundsTest, ByHandARoundIsWrittenAndItsResultsAreTakenIn) {
  call_.policy.cores = 2;
  const auto written = write_round_by_hand(call_);
  ASSERT_TRUE(written) << written.error().text();
  EXPECT_EQ(written->shards, 3U);
  EXPECT_EQ(written->units, 3U);
  judge(read_shard(places_, 1, 0).value(), 1, 0);
  // Somebody would have to run one more round.
  EXPECT_FALSE(read_shard(places_, 1, 1)->shard.units[0].may_be_left);
  EXPECT_EQ(write_round_by_hand(call_)->units, 2U);
  for (const std::size_t shard : {0U, 1U})
    judge(read_shard(places_, 2, shard).value(), 2, shard);
  EXPECT_EQ(write_round_by_hand(call_)->shards, 0U);
}

}  // namespace
}  // namespace arbiter::cluster
