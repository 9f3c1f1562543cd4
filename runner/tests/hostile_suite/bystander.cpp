#include "hostile_suite/bystander.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "model/verdict.hpp"

namespace arbiter::hostile {
namespace {

// Each core counts pages by itself and adds them up in batches of 32 or more; an interpreter
// moves between cores, and where its heap lies is left to chance.
constexpr std::int64_t k_most_change = std::int64_t{512} * 1024;
constexpr std::int64_t k_most_change_python = std::int64_t{1} << 20;

bool is_python(const Attack& attack) {
  return attack.program.extension() == ".py";
}

/// All that is told of a judgement, but for times and memory.
std::string told(const model::TestJudgement& judgement) {
  const model::RunRecord& run = judgement.run;
  std::string text = std::string(model::code(judgement.verdict)) + ": " + judgement.message;
  text += "\nending " + std::to_string(static_cast<int>(run.ending)) + ", status " +
          std::to_string(run.exit_status) + ", signal " + std::to_string(run.signal) +
          ", processes " + std::to_string(run.processes) +
          (run.approximate ? ", approximate" : ", exact") + (run.was_rerun ? ", run again" : "");
  text += "\nfault: " + run.fault + "\noutput: " + judgement.output_head +
          "\nerrors: " + judgement.error_tail + "\n";
  for (const std::string& hint : judgement.hints)
    text += "hint: " + hint + "\n";
  return text;
}

}  // namespace

std::string Bystander::name_beside(const Attack& attack) {
  if (!attack.referee.empty()) return "game-fair";
  return is_python(attack) ? "bystander-python" : "bystander";
}

Result<void> Bystander::see_alone(const Worker::Shared& shared) {
  judge::PlanOptions options;
  options.unjudged = case_.attack.referee.empty();
  ARBITER_TRY(worker, Worker::make(case_, shared, options));
  worker_ = std::move(worker);
  for (std::size_t test = 0; test < case_.problem.tests.size(); ++test) {
    alone_.push_back(worker_->judge(test));
    EXPECT_EQ(model::code(alone_.back().verdict), "AC") << told(alone_.back());
  }
  return {};
}

bool Bystander::is_as_alone(std::size_t test) {
  const std::lock_guard lock(quiet_);
  const model::TestJudgement& alone = alone_.at(test);
  const model::TestJudgement now = worker_->judge(test);
  const std::int64_t change = std::abs(now.run.memory.count - alone.run.memory.count);
  const bool is_same_size =
      change <= (is_python(case_.attack) ? k_most_change_python : k_most_change);
  EXPECT_TRUE(is_same_size) << "the bystander had " << show(alone.run.memory) << " alone, now "
                            << show(now.run.memory);
  EXPECT_EQ(told(now), told(alone)) << "the bystander was judged otherwise when it was alone";
  return is_same_size && told(now) == told(alone);
}

}  // namespace arbiter::hostile
