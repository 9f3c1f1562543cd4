#include "grade/time_left.hpp"

#include <algorithm>

namespace arbiter::grade {
namespace {

constexpr int k_slow_is_hopeless = 3;
constexpr std::size_t k_enough_tests = 10;

}  // namespace

TimeLeft::TimeLeft(std::vector<Nanoseconds> limits, std::vector<std::size_t> tests, int jobs)
    : jobs_(std::max(1, jobs)) {
  for (std::size_t i = 0; i < tests.size(); ++i) {
    programs_.push_back({limits[i], tests[i], 0});
    usual_left_ += tests[i];
  }
}

bool TimeLeft::is_hopeless(const Program& program) {
  return program.slow >= k_slow_is_hopeless;
}

void TimeLeft::on_test(std::size_t program, Nanoseconds took, bool is_slow) {
  Program& one = programs_[program];
  if (one.tests_left == 0) return;
  --one.tests_left;
  ran_ += took;
  if (is_hopeless(one)) {
    hopeless_left_ -= one.limit;
    return;
  }
  --usual_left_;
  ++usual_;
  ran_usual_ += took;
  if (is_slow) ++one.slow;
  if (!is_hopeless(one)) return;
  usual_left_ -= one.tests_left;
  hopeless_left_ += one.limit * static_cast<std::int64_t>(one.tests_left);
}

void TimeLeft::on_end(std::size_t program) {
  Program& one = programs_[program];
  if (is_hopeless(one)) {
    hopeless_left_ -= one.limit * static_cast<std::int64_t>(one.tests_left);
  } else {
    usual_left_ -= one.tests_left;
  }
  one.tests_left = 0;
}

Nanoseconds TimeLeft::left(Nanoseconds elapsed) const {
  if (usual_ < k_enough_tests || ran_.count() <= 0) return {};
  const double a_test = seconds(ran_usual_) / static_cast<double>(usual_);
  const double lost = std::max(1.0, seconds(elapsed) * jobs_ / seconds(ran_));
  const double work = a_test * static_cast<double>(usual_left_) + seconds(hopeless_left_) / lost;
  return from_seconds(work * lost / jobs_);
}

}  // namespace arbiter::grade
