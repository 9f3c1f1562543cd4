#include "hostile_suite/bystander.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "model/verdict.hpp"

namespace arbiter::hostile {
namespace {

// Each core counts pages by itself and adds them up in batches of 32 or more; an interpreter moves
// between cores, and where its heap lies is left to chance; of several processes a whole group is
// counted, with what the kernel holds for it.
constexpr std::int64_t k_most_change = std::int64_t{512} * 1024;
constexpr std::int64_t k_most_change_python = std::int64_t{1} << 20;
constexpr std::int64_t k_most_change_of_group = std::int64_t{16} << 20;

std::int64_t most_change(const Case& judged, const model::RunRecord& run) {
  if (run.processes != 1) return k_most_change_of_group;
  return judged.attack.program.extension() == ".py" ? k_most_change_python : k_most_change;
}

/// All that is told of a judgement, but for times and memory.
std::string told(const model::TestJudgement& judgement) {
  const model::RunRecord& run = judgement.run;
  std::string text = std::string(model::code(judgement.verdict)) + ": " + judgement.message;
  // Before Linux 6.12 the figures of several processes are exact when no earlier run of the box had
  // more.
  const char* const kind = run.processes != 1 ? "" : run.approximate ? ", approximate" : ", exact";
  text += "\nending " + std::to_string(static_cast<int>(run.ending)) + ", status " +
          std::to_string(run.exit_status) + ", signal " + std::to_string(run.signal) + kind +
          (run.was_rerun ? ", run again" : "");
  text += "\nfault: " + run.fault + "\noutput: " + judgement.output_head +
          "\nerrors: " + judgement.error_tail + "\n";
  for (const std::string& hint : judgement.hints)
    text += "hint: " + hint + "\n";
  return text;
}

}  // namespace

Result<std::unique_ptr<Worker>> Worker::make(const Case& judged, box::BoxFactory& boxes,
                                             const judge::PlanOptions& options) {
  auto worker = std::make_unique<Worker>();
  ARBITER_TRY(plan, judge::make_plan(judged.problem, {}, {}, options));
  plan.keep_outputs = true;
  worker->plan_ = std::move(plan);
  worker->submission_.given = judged.attack.name;
  worker->planned_ = {&worker->submission_, judged.attack.limits};
  worker->runner_ = judge::make_runner(worker->plan_, judged.judges, boxes, -1);
  worker->runner_->begin(judged.submission, worker->planned_);
  return worker;
}

Result<void> Bystander::see_alone(box::BoxFactory& boxes) {
  judge::PlanOptions options;
  // What an honest one should write on the tests of an attack nobody knows.
  options.unjudged = case_.attack.referee.empty();
  ARBITER_SET(worker_, Worker::make(case_, boxes, options));
  // The first run in a box is charged with what the kernel fetches for it.
  worker_->judge(0);
  for (std::size_t test = 0; test < case_.problem.tests.size(); ++test) {
    alone_.push_back(worker_->judge(test));
    EXPECT_NE(alone_.back().verdict, model::Verdict::je) << told(alone_.back());
  }
  return {};
}

bool Bystander::is_as_alone(std::size_t test) {
  const std::lock_guard lock(quiet_);
  const model::TestJudgement& alone = alone_.at(test);
  const model::TestJudgement now = worker_->judge(test);
  const std::int64_t change = std::abs(now.run.memory.count - alone.run.memory.count);
  const bool is_same_size = change <= most_change(case_, alone.run);
  EXPECT_TRUE(is_same_size) << "the bystander had " << show(alone.run.memory) << " alone, now "
                            << show(now.run.memory);
  EXPECT_EQ(told(now), told(alone)) << "the bystander was judged otherwise when it was alone";
  return is_same_size && told(now) == told(alone);
}

}  // namespace arbiter::hostile
