#include "cli/grade/counterexample_parts.hpp"
#include "judge/run/replay_run.hpp"
#include "report/replay/replay.hpp"

namespace arbiter::cli {

std::string course_of(const judge::PackagePrograms& package, const model::TestCase& test,
                      const model::TestJudgement& judged) {
  if (!package.problem.replay || judged.transcript) return {};
  // What was printed before a crash would be shown as if it were an answer.
  if (judged.verdict != model::Verdict::wa) return {};
  judge::PackageTools tools(package);
  const auto said = judge::said_in(judged).value_or(judged.output_head);
  const auto lines = judge::run_replay_program(tools, test, said);
  if (!lines) return {};
  const auto replay = report::read_replay(*lines, package.problem.replay->view);
  return replay ? report::draw_course(*replay) : std::string();
}

}  // namespace arbiter::cli
