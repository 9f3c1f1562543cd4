#include <fmt/format.h>

#include <string>
#include <vector>

#include "model/verdict.hpp"
#include "report/grade/facts.hpp"

namespace arbiter::report {
namespace {

// Runs of the same program differ by less than a tenth on a quiet machine.
constexpr double k_near = 0.9;
constexpr double k_beyond = 1.1;

bool is_near(double used, double limit) {
  return limit > 0 && used > k_near * limit && used < k_beyond * limit;
}

/// Empty: it was near no limit.
std::string words_for(const model::TestJudgement& test, const model::RunLimits& limits) {
  using model::Ending;
  const model::RunRecord& run = test.run;
  const std::string_view verdict = model::code(test.verdict);
  if (run.ending == Ending::wall_limit && run.cpu < limits.time) {
    return fmt::format("{} after {}, of it only {} of CPU time{}", verdict, show(run.wall),
                       show(run.cpu), run.was_rerun ? "; so it was run again, alone" : "");
  }
  if (is_near(seconds(run.cpu), seconds(limits.time))) {
    return fmt::format("{} with {} of {} of CPU time", verdict, show(run.cpu), show(limits.time));
  }
  const auto used = static_cast<double>(run.memory.count);
  if (is_near(used, static_cast<double>(limits.memory.count))) {
    return fmt::format("{} with {} of {} of memory", verdict, show(run.memory),
                       show(limits.memory));
  }
  return {};
}

}  // namespace

std::vector<CloseCall> close_calls(const model::Gradebook& book) {
  std::vector<CloseCall> all;
  for (const model::Grade& grade : book.grades) {
    const model::Work* work = counting_work(book, grade);
    if (work == nullptr) continue;
    for (const model::TestJudgement& test : work->judgement.tests) {
      const std::string words = words_for(test, work->judgement.limits);
      if (!words.empty()) all.push_back({grade.student, grade.problem, test.name, words});
    }
  }
  return all;
}

}  // namespace arbiter::report
