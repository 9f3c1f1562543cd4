#include <gmock/gmock.h>

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "base/file.hpp"
#include "base/test_folder.hpp"
#include "cluster/attempt_files.hpp"
#include "cluster/slurm.hpp"

namespace arbiter::cluster {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class SrunTest : public testing::Test {
 protected:
  SrunTest() : places_{folder_.path() / "work"} {
    EXPECT_TRUE(make_folders(places_.results()));
    std::vector<ShardFile> files(4);
    for (ShardFile& file : files)
      file.shard.units = {{key_of("u"), key_of("p"), "sum", "c", 1}};
    EXPECT_TRUE(write_round(places_, 1, files, "/opt/arbiter"));
    SlurmNeeds needs;
    needs.cohort = "abc";
    const auto carry = [this](const std::vector<std::string>& words) {
      std::unique_lock lock(mutex_);
      carried_.push_back(words);
      changed_.notify_all();
      changed_.wait(lock, [&] { return may_end_; });
      return Result<CommandOutcome>(CommandOutcome{0, "", ""});
    };
    const auto run = [this](const std::vector<std::string>& words) -> Result<CommandOutcome> {
      if (words.front() == "scancel") end_all();
      const auto at = answers_.find(words.front());
      return at == answers_.end() ? CommandOutcome{0, "", ""} : at->second;
    };
    srun_ = make_srun(needs, {places_, "/opt/arbiter", carry}, run);
  }
  ~SrunTest() override { end_all(); }

  void end_all() {
    const std::scoped_lock lock(mutex_);
    may_end_ = true;
    changed_.notify_all();
  }
  void wait_for_carried(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return carried_.size() >= count; });
  }
  [[nodiscard]] RoundJob job() const { return {1, 4, places_.round(1), 60}; }

  TestFolder folder_;
  Places places_;
  std::map<std::string, CommandOutcome> answers_ = {{"sinfo", {0, "0/1/0/1\n", ""}}};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::vector<std::string>> carried_;
  bool may_end_ = false;
  std::unique_ptr<Scheduler> srun_;
};

TEST_F(SrunTest, StartsOneShardMoreThanThereAreCores) {
  answers_["squeue"].output = "arbiter-abc-r1.3|17|N/A|RUNNING|None|n1\n";
  ASSERT_TRUE(srun_->submit(job()));
  wait_for_carried(2);
  // The last one is of a call that was killed.
  EXPECT_EQ(srun_->look({1}).rounds[1].size(), 4U);
  for (const auto& words : carried_) {
    EXPECT_THAT(words, AllOf(Contains("srun"), Contains("/opt/arbiter"), Contains("-"),
                             Contains(EndsWith("journal.jsonl"))));
    EXPECT_THAT(words, Not(Contains("--job-name=arbiter-abc-r1.3")));
  }
  const std::string list = read_file(places_.round(1) / "0.list").value();
  EXPECT_EQ(list, "plan.json\nproblems/sum\nrounds/1/0.json\nsubmissions/" + key_of("p") + "\n");
}

TEST_F(SrunTest, StartsTheNextOneWhenOneHasEnded) {
  may_end_ = true;
  ASSERT_TRUE(srun_->submit(job()));
  while (!srun_->look({1}).rounds.empty())
    std::this_thread::yield();
  EXPECT_EQ(carried_.size(), 4U);
}

TEST_F(SrunTest, CancelsWhatRunsAndForgetsWhatWaits) {
  answers_["squeue"] = {0, "arbiter-abc-r1.0|17|N/A|RUNNING|None|n1\n", ""};
  ASSERT_TRUE(srun_->submit(job()));
  wait_for_carried(1);
  srun_->cancel_rounds({1});
  answers_["squeue"].output.clear();
  EXPECT_TRUE(srun_->look({1}).rounds.empty());
}

TEST_F(SrunTest, SaysWhyAJobIsRefused) {
  answers_["srun"] = {1, "", "srun: error: Invalid partition name specified"};
  const auto refused = srun_->submit(job());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("Invalid partition name"));
  EXPECT_TRUE(carried_.empty());
}

}  // namespace
}  // namespace arbiter::cluster
