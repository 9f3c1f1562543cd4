#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "grade/engine.hpp"

namespace arbiter::grade {

/// Makes the plan of a problem and looks up which results are known. Error: those of
/// judge::make_plan, a file that cannot be read.
Result<std::unique_ptr<EnginePart>> make_part(ProblemWorks works, const model::Languages& languages,
                                              const EngineRecords& records);

/// What is known of a test: by the journal of the run, else by that of all runs, and then it is
/// kept in the run's, too.
std::optional<model::TestJudgement> known_test(const EngineRecords& records, const std::string& key,
                                               const std::string& name);

/// Makes a result look the same whether it was known or not, and small.
void settle(model::SubmissionJudgement& judgement);

/// Foretells how long the rest of a run takes. A program that ran into the limit again and again is
/// counted with the limit for each test it has left, all others with what tests took so far; what
/// is lost between tests counts as it was lost so far.
class TimeLeft {
 public:
  struct Program {
    Nanoseconds limit{};  ///< how long a test takes that runs into the limit
    std::size_t tests_left = 0;
    int slow = 0;  ///< tests that did

    [[nodiscard]] bool is_hopeless() const { return slow >= 3; }
  };
  TimeLeft(std::vector<Program> programs, int jobs);

  /// A test of that program took so long; `is_slow`: it ran into the limit.
  void on_test(std::size_t program, Nanoseconds took, bool is_slow);
  /// It has no tests left, however many ran.
  void on_end(std::size_t program);

  /// `elapsed` since the run began; 0: too little is known yet.
  [[nodiscard]] Nanoseconds left(Nanoseconds elapsed) const;

 private:
  std::vector<Program> programs_;
  int jobs_;
  Nanoseconds ran_{};        ///< of all tests
  Nanoseconds ran_usual_{};  ///< of tests of programs that were not hopeless then
  std::size_t usual_ = 0;    ///< how many these were
  std::size_t usual_left_ = 0;
  Nanoseconds hopeless_left_{};
};

}  // namespace arbiter::grade
