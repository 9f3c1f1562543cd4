#pragma once

#include <chrono>
#include <string>

#include "cli/common/progress.hpp"
#include "cli/common/session.hpp"
#include "grade/engine.hpp"

namespace arbiter::cli {

/// What is said of a grading run while it lasts: one line that is drawn over and over on a
/// terminal, else a line for each program that is judged.
class GradeProgress {
 public:
  /// `names` tells what a program is called, by problem and work.
  GradeProgress(const Session& session,
                std::function<std::string(std::size_t problem, std::size_t work)> names);

  void update(const grade::EngineProgress& now);
  void clear() { line_.clear(); }

 private:
  const Session& session_;
  std::function<std::string(std::size_t, std::size_t)> names_;
  bool is_terminal_;
  Progress line_;
};

}  // namespace arbiter::cli
