#include "cluster/results.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "base/test_folder.hpp"
#include "cluster/attempt_files.hpp"

namespace arbiter::cluster {
namespace {

using model::Verdict;

class ResultsTest : public ::testing::Test {
 protected:
  AttemptFile attempt(int shard, const std::string& host, int restart = 0, bool is_fresh = false) {
    return {places_, attempt_name(1, static_cast<std::size_t>(shard), host, restart, is_fresh),
            "ours"};
  }
  void read() { ASSERT_TRUE(results_.read(*journal_)); }
  /// The verdict in the journal of the run, which knows what was there when it was opened.
  std::string kept(const std::string& name) {
    journal_.reset();
    journal_ = store::Journal::open(folder_ / "out").value();
    const auto test = store::find_test(*journal_, key_of(name), "secret/1");
    return test ? std::string(model::code(test->verdict)) : "";
  }
  static void edit(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }

  TestFolder folder_;
  Places places_{folder_ / "shared"};
  bool has_places_ = bool(write_plan(places_, {}));
  std::unique_ptr<store::Journal> journal_ = store::Journal::open(folder_ / "out").value();
  Results results_{places_, "ours"};
};

TEST_F(ResultsTest, FoldsAttemptsAndCountsWhatCameTwice) {
  auto first = attempt(0, "n1");
  first.test("a", Verdict::ac);
  first.test("b", Verdict::wa);
  auto second = attempt(0, "n2", 1);
  second.test("b", Verdict::wa);
  second.test("c", Verdict::ac);
  read();
  EXPECT_EQ(results_.records(), 3U);
  EXPECT_EQ(results_.doubles(), 1U);
  EXPECT_TRUE(results_.disputes().empty());
  EXPECT_EQ(kept("a"), "AC");
  EXPECT_EQ(kept("b"), "WA");
  EXPECT_EQ(kept("c"), "AC");
}

TEST_F(ResultsTest, TakesInWhatIsWrittenMeanwhile) {
  auto one = attempt(0, "n1");
  read();
  EXPECT_EQ(results_.records(), 0U);
  one.begin("unit");
  one.test("a", Verdict::ac);
  read();
  EXPECT_EQ(results_.records(), 1U);
  const Attempt& known = results_.attempts().begin()->second;
  EXPECT_EQ(known.begun, std::set<std::string>{"unit"});
  EXPECT_EQ(known.node.cpu, "a processor");
  one.judged("unit");
  one.end("ours");
  read();
  EXPECT_TRUE(known.begun.empty());
  EXPECT_TRUE(known.has_ended);
  EXPECT_EQ(known.units, 1U);
  EXPECT_EQ(results_.units().at("unit").times, 1U);
  read();
  EXPECT_EQ(results_.doubles(), 0U);
}

TEST_F(ResultsTest, LeavesOutWhatIsDamagedOrTorn) {
  auto one = attempt(0, "n1");
  one.test("a", Verdict::ac);
  one.test("b", Verdict::ac);
  const std::string bytes = read_all(one.path());
  std::string damaged = bytes;
  damaged[bytes.find(key_of("a")) + 3] ^= 1;
  edit(one.path(), damaged.substr(0, damaged.size() - 10));
  read();
  EXPECT_EQ(results_.records(), 0U);
  EXPECT_EQ(results_.damaged(), 1U);
  // The rest of the last line arrives.
  edit(one.path(), damaged);
  read();
  EXPECT_EQ(results_.records(), 1U);
  EXPECT_EQ(results_.damaged(), 1U);
  EXPECT_EQ(kept("a"), "");
  EXPECT_EQ(kept("b"), "AC");
}

TEST_F(ResultsTest, ReadsNoOtherCohortAndNoOtherNames) {
  AttemptFile other(places_, attempt_name(1, 0, "n1"), "theirs");
  other.test("a", Verdict::ac);
  folder_.write("shared/results/r0001.s00001.n000.j0.n2.p0/journal.jsonl", "");
  folder_.write("shared/results/notes/journal.jsonl", read_all(other.path()));
  read();
  EXPECT_EQ(results_.records(), 0U);
  EXPECT_FALSE(results_.attempts().at(attempt_name(1, 0, "n1").text()).is_ours);
  EXPECT_TRUE(results_.attempts().at("r0001.s00001.n000.j0.n2.p0").is_ours);
  EXPECT_EQ(results_.attempts().size(), 2U);
}

TEST_F(ResultsTest, ListsDisagreementsUntilAFreshAttemptSettlesThem) {
  attempt(0, "n1").test("a", Verdict::ac);
  attempt(0, "n2", 1).test("a", Verdict::tle);
  read();
  ASSERT_EQ(results_.disputes().size(), 1U);
  const Dispute& dispute = results_.disputes().at(key_of("a"));
  EXPECT_EQ(dispute.first, "AC on n1");
  EXPECT_EQ(dispute.second, "TLE on n2");
  attempt(1, "n1", 0, true).test("a", Verdict::tle);
  read();
  EXPECT_TRUE(results_.disputes().empty());
  EXPECT_EQ(kept("a"), "TLE");
}

TEST_F(ResultsTest, AFaultOfOneAttemptIsForgottenWhenAnotherJudgedTheUnit) {
  attempt(0, "n1").judged("unit", "no room");
  read();
  EXPECT_EQ(results_.units().at("unit").fault, "no room");
  attempt(0, "n2", 1).judged("unit");
  read();
  EXPECT_EQ(results_.units().at("unit").fault, "");
  EXPECT_EQ(results_.units().at("unit").times, 2U);
}

TEST_F(ResultsTest, WhatAnAttemptLeftItDidNotDieOf) {
  auto out = attempt(0, "n1");
  out.begin("a");
  out.left("a", {7, 12.5});
  out.begin("b");
  read();
  EXPECT_EQ(results_.units().at("a").rest.tests, 7U);
  EXPECT_EQ(results_.units().at("a").times, 0U);
  EXPECT_EQ(results_.attempts().begin()->second.begun, (std::set<std::string>{"b"}));
}

TEST_F(ResultsTest, SaysThatTheFolderCannotBeRead) {
  std::filesystem::remove_all(places_.results());
  const auto failed = results_.read(*journal_);
  ASSERT_FALSE(failed);
  EXPECT_NE(failed.error().text().find("results"), std::string::npos);
}

}  // namespace
}  // namespace arbiter::cluster
