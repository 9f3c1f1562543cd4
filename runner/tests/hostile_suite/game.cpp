#include "hostile_suite/game.hpp"

#include <memory>

#include "judge/match.hpp"
#include "judge/plan.hpp"
#include "judge/submission.hpp"
#include "judge/test_inputs.hpp"

namespace arbiter::hostile {

void play_all(const Table& table, bool transcript,
              const std::function<void(std::size_t trial, const model::TestJudgement&)>& seen) {
  judge::Submission submission;
  submission.given = table.attack.name;
  const judge::PlannedSubmission planned{&submission, table.attack.limits};
  judge::Plan plan;
  plan.problem = &table.problem;
  plan.limits = table.attack.limits;
  plan.transcript = transcript;
  plan.keep_outputs = true;
  judge::TestInputs inputs(table.problem.tests);
  judge::Match match(plan, inputs, table.boxes, table.programs[1], nullptr, -1);
  match.begin(table.programs[0], planned);
  for (std::size_t i = 0; i < table.problem.tests.size(); ++i)
    seen(i, match.judge(i, nullptr).judgement);
}

}  // namespace arbiter::hostile
