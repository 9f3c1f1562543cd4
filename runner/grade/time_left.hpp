#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "base/units.hpp"

namespace arbiter::grade {

/// Foretells how long the rest of a run takes. A program that ran into the limit again and again is
/// counted with the limit for each test it has left, all others with what tests took so far; what
/// is lost between tests counts as it was lost so far.
class TimeLeft {
 public:
  /// `limits`: of each program, how long a test takes that runs into the limit; `tests`: how many
  /// tests each has.
  TimeLeft(std::vector<Nanoseconds> limits, std::vector<std::size_t> tests, int jobs);

  /// A test of that program took so long; `is_slow`: it ran into the limit.
  void on_test(std::size_t program, Nanoseconds took, bool is_slow);
  /// It has no tests left, however many ran.
  void on_end(std::size_t program);

  /// `elapsed` since the run began; 0: too little is known yet.
  [[nodiscard]] Nanoseconds left(Nanoseconds elapsed) const;

 private:
  struct Program {
    Nanoseconds limit{};
    std::size_t tests_left = 0;
    int slow = 0;
  };
  [[nodiscard]] static bool is_hopeless(const Program& program);

  std::vector<Program> programs_;
  int jobs_;
  Nanoseconds ran_{};        ///< of all tests
  Nanoseconds ran_usual_{};  ///< of tests of programs that were not hopeless then
  std::size_t usual_ = 0;    ///< how many these were
  std::size_t usual_left_ = 0;
  Nanoseconds hopeless_left_{};
};

}  // namespace arbiter::grade
