#include "cluster/files.hpp"

#include <gtest/gtest.h>

#include "base/test_folder.hpp"

namespace arbiter::cluster {
namespace {

AttemptName name_of(int round, std::size_t shard, int restart) {
  AttemptName name;
  name.round = round;
  name.shard = shard;
  name.restart = restart;
  name.job = "17";
  name.host = "lab.one";
  name.process = 4711;
  return name;
}

TEST(AttemptName, IsReadAsItWasWritten) {
  AttemptName name = name_of(2, 13, 1);
  EXPECT_EQ(name.text(), "r0002.s00013.n001.j17.lab-one.p4711");
  name.is_fresh = true;
  const auto read = parse_attempt_name(name.text());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->text(), name.text());
  EXPECT_EQ(read->host, "lab-one");
  EXPECT_TRUE(read->is_fresh);
  EXPECT_EQ(read->shard, 13U);
}

TEST(AttemptName, SortsByRoundShardAndRestart) {
  EXPECT_LT(name_of(1, 20, 5).text(), name_of(2, 1, 0).text());
  EXPECT_LT(name_of(1, 9, 5).text(), name_of(1, 10, 0).text());
  EXPECT_LT(name_of(1, 9, 9).text(), name_of(1, 9, 10).text());
  EXPECT_TRUE(name_of(3, 4, 0).text().starts_with(AttemptName::prefix(3, 4)));
}

TEST(AttemptName, IsNothingElse) {
  for (const char* text : {"", "..", "r1.s1.n1.j1.h", "r1.s1.x1.j1.h.p1", "r1.s-1.n1.j1.h.p1",
                           "r1.s1.n1.1.h.p1", "r1.s1.n1.j1.h.q1", "r1.s1.n1.j1.h.p1.more"})
    EXPECT_FALSE(parse_attempt_name(text)) << text;
}

class PlacesTest : public ::testing::Test {
 protected:
  TestFolder folder_;
  Places places_{folder_.path()};
};

TEST_F(PlacesTest, GivesBackAPlan) {
  PlanFile plan{"1.2", "abc", "1.2 userns", "userns", {{"sum", {"secret/*"}, 7, 8, 5, {}}}};
  plan.problems[0].time_factors["python3"] = 2.5;
  ASSERT_TRUE(write_plan(places_, plan));
  const auto read = read_plan(places_);
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->version, "1.2");
  EXPECT_EQ(read->sandbox, "userns");
  ASSERT_EQ(read->problems.size(), 1U);
  const ProblemRules& rules = read->problems[0];
  EXPECT_EQ(rules.tests, std::vector<std::string>{"secret/*"});
  EXPECT_EQ(rules.time_limit, 7);
  EXPECT_EQ(rules.memory_limit, 8);
  EXPECT_EQ(rules.stop_after_tle, 5);
  EXPECT_EQ(rules.time_factors.at("python3"), 2.5);
}

TEST_F(PlacesTest, SaysWhichFileIsNotWhatItShouldBe) {
  EXPECT_FALSE(read_plan(places_));
  for (const char* text : {"", "{", "[]", R"({"version": 1})"}) {
    folder_.write("plan.json", text);
    const auto read = read_plan(places_);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().text().find("plan.json"), std::string::npos);
    EXPECT_FALSE(read.error().help.empty());
  }
}

TEST_F(PlacesTest, KnowsARoundOnlyOnceItIsComplete) {
  EXPECT_EQ(last_round(places_), 0);
  ShardFile file;
  file.shard.units.push_back({"k", "p", "sum", "c", 1.5, true, false});
  file.shard.units[0].may_be_left = true;
  file.shard.units[0].tests_left = 7;
  file.shard.units[0].piece = 2;
  file.shard.units[0].pieces = 3;
  file.shard.is_fresh = true;
  file.sources = {"r0001.s00000."};
  ASSERT_TRUE(write_round(places_, 1, {file, file}, "/opt/it's here/arbiter"));
  EXPECT_EQ(last_round(places_), 1);
  EXPECT_EQ(shards_of_round(places_, 1), 2U);
  const auto read = read_shard(places_, 1, 1);
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_TRUE(read->shard.is_fresh);
  EXPECT_TRUE(read->shard.units.at(0).is_suspect);
  EXPECT_TRUE(read->shard.units[0].may_be_left);
  EXPECT_EQ(read->shard.units[0].tests_left, 7U);
  EXPECT_EQ(record_name(read->shard.units[0]), "k 2/3");
  EXPECT_EQ(read->sources, file.sources);
  EXPECT_FALSE(read_shard(places_, 1, 2));
  // Somebody was killed while he wrote the second round.
  folder_.write("rounds/2/0.json", read_all(places_.round(1) / "0.json"));
  EXPECT_EQ(last_round(places_), 1);
  const std::string job = read_all(places_.round(1) / "job.sh");
  EXPECT_TRUE(job.starts_with("#!/bin/sh\nexec '/opt/it'\\''s here/arbiter' shard-run ")) << job;
  EXPECT_TRUE(job.ends_with(" 1 $(($1 + SLURM_ARRAY_TASK_ID))\n")) << job;
}

TEST(Records, AreReadAsTheyWereWritten) {
  EXPECT_EQ(read_rest_record(rest_record({7, 12.5})).tests, 7U);
  EXPECT_EQ(read_rest_record(rest_record({7, 12.5})).seconds, 12.5);
  EXPECT_EQ(read_rest_record("\"damaged").tests, 0U);
  const auto facts = read_node_record(node_record({"n1", "a \"fast\" one", "userns", 31.5}));
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->cpu, "a \"fast\" one");
  EXPECT_EQ(facts->loop, 31.5);
  EXPECT_FALSE(read_node_record("{}"));
  EXPECT_FALSE(read_node_record("{"));
  EXPECT_EQ(read_unit_record(unit_record("a\nfault")), "a\nfault");
  EXPECT_EQ(read_unit_record(unit_record("")), "");
  EXPECT_FALSE(read_unit_record("7").empty());
}

}  // namespace
}  // namespace arbiter::cluster
