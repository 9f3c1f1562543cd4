#pragma once

#include <cstddef>

#include "judge/compile/compile.hpp"
#include "judge/run/passes.hpp"
#include "judge/run/plan.hpp"

namespace arbiter::judge {

/// How one pass of a test, or a test of one pass, is run and judged. One a worker.
class Round {
 public:
  Round() = default;
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;
  virtual ~Round() = default;

  /// From now on tests run this program. Both must live until the next call.
  virtual void begin(const Executable& executable, const PlannedSubmission& planned) = 0;

  /// The next pass finds nothing of what the program did before, not even its box.
  virtual void begin_pass() = 0;

  /// Runs one test, or in multi-pass problems one pass of it (again, near the limit), and judges
  /// it. Never fails: a fault of the judge is a verdict of its own.
  virtual JudgedPass judge(std::size_t test, const Pass* pass) = 0;
};

}  // namespace arbiter::judge
