#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "stress/hunt.hpp"
#include "stress/input_bench.hpp"
#include "stress/trial.hpp"

namespace arbiter::stress {

/// What came of one input.
struct Examined {
  std::string refusal;         ///< not empty: a validator refuses it, and nothing was run
  std::string solution_fault;  ///< not empty: nobody knows what is right
  std::string answer;
  /// Of the submissions that were asked about, in their order.
  std::vector<model::TestJudgement> judgements;
};

/// One worker's bench and boxes.
struct Workplace {
  InputBench bench;
  std::unique_ptr<Trial> trial;
  bool has_answers = true;  ///< else submissions are compared with each other
};

/// Validates an input, answers it, and runs submissions on it. Error: a fault of the judge or of a
/// validator.
Result<Examined> examine(Workplace& place, const std::string& input,
                         const std::vector<std::size_t>& submissions);

}  // namespace arbiter::stress
