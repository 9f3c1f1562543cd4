#include "stress/review.hpp"

#include <utility>

#include "stress/values.hpp"

namespace arbiter::stress {

Result<void> confirm(const StressSetup& setup, model::StressResult& result) {
  InputBench bench(setup.package, setup.programs, -1, true);
  std::vector<model::StressFailure> confirmed;
  for (model::StressFailure& failure : result.failures) {
    ARBITER_TRY(refusal, bench.refusal(failure.input));
    ARBITER_TRY(answer, bench.answer(failure.input));
    const bool is_same = !setup.programs.solution || answer.text == failure.expected;
    if (refusal.empty() && answer.fault.empty() && is_same) {
      confirmed.push_back(std::move(failure));
      continue;
    }
    model::StressFault fault;
    fault.program = "solution";
    fault.command = failure.found_by;
    fault.message = "it or a validator judges the same input differently the second time";
    result.faults.push_back(std::move(fault));
  }
  result.failures = std::move(confirmed);
  return {};
}

Result<void> add_outcomes(const StressSetup& setup, Workplace& place, model::StressResult& result) {
  const std::size_t count = setup.contestants.submissions.size();
  std::vector<std::size_t> everybody(count);
  for (std::size_t i = 0; i < count; ++i)
    everybody[i] = i;
  for (model::StressFailure& failure : result.failures) {
    if (count < 2) break;
    ARBITER_TRY(examined, examine(place, failure.input, everybody));
    for (std::size_t i = 0; i < examined.judgements.size(); ++i) {
      model::TestJudgement& judgement = examined.judgements[i];
      failure.outcomes.push_back({i, judgement.verdict, std::move(judgement.message),
                                  std::move(judgement.first_difference),
                                  std::move(judgement.output_head)});
    }
  }
  return {};
}

Result<void> add_values_beyond(InputBench& bench, model::StressResult& result) {
  if (!bench.has_validators() || !result.failures.empty()) return {};
  const auto accepts = [&](const std::string& input) -> Result<bool> {
    ARBITER_TRY(refusal, bench.refusal(input));
    return refusal.empty();
  };
  for (model::StressExhausted& one : result.exhausted) {
    ARBITER_SET(one.beyond, values_beyond(one.largest, one.values, accepts));
  }
  return {};
}

}  // namespace arbiter::stress
