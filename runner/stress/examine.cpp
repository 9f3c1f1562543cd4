#include "stress/examine.hpp"

#include <algorithm>
#include <utility>

namespace arbiter::stress {

Result<Examined> examine(Workplace& place, const std::string& input,
                         const std::vector<std::size_t>& submissions) {
  Examined examined;
  ARBITER_TRY(refusal, place.bench.refusal(input));
  examined.refusal = std::move(refusal);
  if (!examined.refusal.empty()) return examined;
  ARBITER_TRY(answer, place.bench.answer(input));
  examined.solution_fault = std::move(answer.fault);
  if (!examined.solution_fault.empty()) return examined;
  examined.answer = std::move(answer.text);
  ARBITER_CHECK(place.trial->set(input, examined.answer));
  std::vector<model::TestJudgement> compared;
  if (!place.has_answers) compared = place.trial->compare();
  for (const std::size_t submission : submissions) {
    examined.judgements.push_back(place.has_answers ? place.trial->judge(submission)
                                                    : compared[submission]);
    const model::TestJudgement& judgement = examined.judgements.back();
    if (judgement.verdict != model::Verdict::je) continue;
    return judge_error(judgement.message);
  }
  // Where nobody answers, what is held against the others stands for an answer.
  const auto right = std::ranges::find_if(
      compared, [](const auto& one) { return one.verdict == model::Verdict::ac; });
  if (right != compared.end()) examined.answer = right->output_head;
  return examined;
}

}  // namespace arbiter::stress
