#include "judge/execute.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <latch>
#include <mutex>
#include <set>
#include <thread>

#include "base/file.hpp"
#include "base/test_folder.hpp"
#include "judge/fake_box.hpp"

namespace arbiter::judge {
namespace {

constexpr int k_tests = 12;
constexpr int k_jobs = 4;

/// The first run of each test reports 0.95 s of CPU time, a later one 0.8 s, as on a machine whose
/// cores slow each other down. Nothing is run.
class CrowdedFactory final : public box::BoxFactory {
 public:
  Result<std::unique_ptr<box::Box>> make(const box::BoxConfig& /*config*/) override {
    return std::unique_ptr<box::Box>(std::make_unique<CrowdedBox>(*this));
  }
  [[nodiscard]] box::Mode mode() const override { return box::Mode::user_namespace; }
  void stop() override {}

  std::function<void()> on_first = [] {};  ///< called in each first run
  std::atomic<int> seconds = 0;            ///< runs of a test that was run before
  std::atomic<int> met = 0;                ///< others that were there meanwhile

 private:
  class CrowdedBox final : public box::Box {
   public:
    explicit CrowdedBox(CrowdedFactory& all) : all_(all) {}
    Result<box::RunReport> run(const box::RunRequest& /*request*/,
                               const box::RunDescriptors& descriptors) override {
      const auto input = MappedFile::of_descriptor(descriptors.input);
      const bool is_first = all_.is_new(std::string(input->bytes()));
      ++all_.present_;
      if (is_first) all_.on_first();
      for (int i = 0; !is_first && i < 1000; ++i) {
        all_.met += all_.present_ - 1;
        std::this_thread::yield();
      }
      all_.seconds += is_first ? 0 : 1;
      --all_.present_;
      box::RunReport report;
      report.exited = true;
      report.cpu = std::chrono::milliseconds(is_first ? 950 : 800);
      report.wall = report.cpu;
      report.memory = mib(1);
      return report;
    }

   private:
    CrowdedFactory& all_;
  };

  bool is_new(const std::string& test) {
    const std::lock_guard lock(mutex_);
    return seen_.insert(test).second;
  }

  std::mutex mutex_;
  std::set<std::string> seen_;
  std::atomic<int> present_ = 0;
};

class Silent final : public Observer {
  void on_compiled(std::size_t /*index*/, const model::SubmissionJudgement& /*one*/) override {}
  void on_test(std::size_t /*index*/, const model::TestJudgement& /*test*/) override {}
  void on_submission(std::size_t /*index*/, const model::SubmissionJudgement& /*one*/) override {}
};

class ExecuteTest : public ::testing::Test {
 protected:
  ExecuteTest() {
    problem_.limits.time = std::chrono::seconds(1);
    for (int i = 0; i < k_tests; ++i) {
      const std::string name = std::to_string(i);
      model::TestCase& test = problem_.tests.emplace_back();
      test.name = "secret/" + name;
      test.input = folder_.write(name + ".in", name);
    }
    languages_.rows.resize(1);
    languages_.rows[0].id = "binary";
    languages_.rows[0].run = {"{program}"};
    Submission& submission = submissions_.emplace_back();
    submission.given = "program";
    submission.files = {{"program", "/proc/self/exe"}};
    submission.language = languages_.rows.data();
  }

  model::SubmissionJudgement judge(ExecuteOptions how, Nanoseconds leave_after = {}) {
    PlanOptions options;
    options.leave_after = leave_after;
    options.unjudged = true;
    const auto plan = make_plan(problem_, submissions_, languages_, options);
    EXPECT_TRUE(plan) << plan.error().text();
    Compiler compiler(boxes_, {{}, {}, folder_ / "cache", {}, {}}, languages_);
    Silent observer;
    auto done = execute({&*plan}, {problem_, languages_, compiler, boxes_}, how, observer);
    EXPECT_TRUE(done) << done.error().text();
    if (!done || done->empty()) return {};
    EXPECT_TRUE(done->front().compile.ok) << done->front().compile.fault;
    return std::move(done->front());
  }

  TestFolder folder_;
  model::Problem problem_;
  model::Languages languages_;
  std::vector<Submission> submissions_;
  CrowdedFactory boxes_;
};

TEST_F(ExecuteTest, WhatWasNearTheLimitIsRunAgainAlone) {
  std::latch all_are_there(k_jobs);
  std::atomic<int> begun = 0;
  boxes_.on_first = [&] {
    if (begun++ < k_jobs) all_are_there.arrive_and_wait();
  };
  ExecuteOptions how;
  how.jobs = k_jobs;
  const auto judged = judge(how);
  EXPECT_EQ(judged.tests.size(), k_tests);
  for (const auto& test : judged.tests) {
    EXPECT_TRUE(test.run.was_rerun) << test.name;
    EXPECT_EQ(test.run.cpu, std::chrono::milliseconds(800)) << test.name;
  }
  EXPECT_EQ(boxes_.seconds, k_tests);
  EXPECT_EQ(boxes_.met, 0);
}

TEST_F(ExecuteTest, WhatTookLongIsLeftWhereAsMuchMayCome) {
  using std::chrono::milliseconds;
  // Each test takes 0.8 s.
  const auto early = judge({}, milliseconds(2000));
  EXPECT_EQ(early.tests.size(), 3U);
  EXPECT_TRUE(early.unfinished);
  EXPECT_EQ(judge({}, milliseconds(4700)).tests.size(), 6U);
  // The other tests of these take less than those that were run.
  for (const int late : {4800, 9000, 20'000})
    EXPECT_FALSE(judge({}, milliseconds(late)).unfinished) << late;
}

TEST_F(ExecuteTest, WhoIsStoppedRecordsNothingThatIsInDoubt) {
  std::atomic<bool> stop = false;
  boxes_.on_first = [&] { stop = true; };
  ExecuteOptions how;
  how.stop = &stop;
  EXPECT_TRUE(judge(how).tests.empty());
  EXPECT_TRUE(stop);
  EXPECT_EQ(boxes_.seconds, 0);
}

}  // namespace
}  // namespace arbiter::judge
