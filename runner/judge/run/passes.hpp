#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "box/box.hpp"
#include "judge/verdict/decide.hpp"
#include "model/judgement.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// What one pass of a test of a multi-pass problem begins with.
struct Pass {
  int number = 1;
  std::optional<std::string> input;  ///< none in the first pass, which has that of the test
  Feedback feedback;                 ///< what the validator finds
};

/// One pass, run and judged by itself.
struct JudgedPass {
  model::TestJudgement judgement;
  PassEnd end;
};

/// Takes out of the report of such a run what the validator left. Error: it cannot be read.
Result<PassEnd> end_of_pass(box::RunReport& report);

/// Puts what earlier passes left into a validator's run, and asks for what it leaves; to be called
/// last. The descriptors must live as long as the request. `pass` is null where there are no
/// passes: then there is nothing to do.
Result<std::vector<UniqueFd>> continue_from(const Pass* pass, box::RunRequest& validator);

/// What happens after a pass.
struct PassStep {
  bool goes_on = false;  ///< there is another pass
  std::string fault;     ///< not empty: the package is at fault, and the test is JE
};

/// By the rules of the format: a validator asks for another pass by accepting and leaving an input
/// for it, at most `most` passes there are, and it must not ask when it rejects. What a submission
/// failed at, or the judge, ends the test.
PassStep after_pass(model::Verdict verdict, const PassEnd& end, int number, int most);

/// Judges a test pass by pass, until one decides. The judgement is that of the last pass, with the
/// largest time and memory of all.
model::TestJudgement judge_passes(int most,
                                  const std::function<JudgedPass(const Pass& pass)>& judge_pass);

/// What a pass reads: the input of the test, or what the pass before left. `pass` is null where
/// there are no passes.
Result<UniqueFd> input_of(const model::TestCase& test, const Pass* pass);

}  // namespace arbiter::judge
