#pragma once

#include <memory>
#include <string_view>

#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "judge/run/passes.hpp"
#include "judge/run/plan.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::judge {

/// One output to be judged.
struct CheckRequest {
  std::size_t test = 0;           ///< index into the problem's tests
  int input = -1;                 ///< readable descriptor of the input, borrowed
  int output = -1;                ///< what the submission wrote, borrowed
  std::string_view output_bytes;  ///< the same, mapped
  const Pass* pass = nullptr;     ///< in multi-pass problems
};

/// Judges outputs of one problem; one a worker. A fault of the checker is an outcome of kind
/// fault, so that the test becomes JE.
class OutputChecker {
 public:
  OutputChecker() = default;
  OutputChecker(const OutputChecker&) = delete;
  OutputChecker& operator=(const OutputChecker&) = delete;
  virtual ~OutputChecker() = default;

  virtual CheckOutcome check(const CheckRequest& request) = 0;
  /// The next outputs are another submission's: nothing of the last one may be left.
  virtual void begin_submission() {}
};

/// A standard checker, in this process, on mapped files.
std::unique_ptr<OutputChecker> standard_checker(const Plan& plan);

/// The package's output validator, run in a box (problem package format 2025-09, "Output
/// Validator"): arguments input, answer, feedback folder and the package's own; exit status 42
/// accepts, 43 rejects, everything else is the judge's fault.
std::unique_ptr<OutputChecker> program_checker(const Plan& plan, const Executable& validator,
                                               box::BoxFactory& boxes, int core);

/// Accepts everything: for inputs without an answer.
std::unique_ptr<OutputChecker> accepting_checker();

}  // namespace arbiter::judge
