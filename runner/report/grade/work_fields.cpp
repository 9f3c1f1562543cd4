#include "model/reason.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/fields.hpp"
#include "report/text/foreign_text.hpp"
#include "report/text/words.hpp"

namespace arbiter::report {
namespace {

Json measured_fields(const model::TestJudgement& test) {
  return Json{{"ending", ending_word(test.run.ending)},
              {"cpu_s", seconds(test.run.cpu)},
              {"wall_s", seconds(test.run.wall)},
              {"memory_kib", kibibytes(test.run.memory)},
              {"approximate", test.run.approximate},
              {"rerun", test.run.was_rerun},
              {"cached", test.cached}};
}

Json clipped_difference_fields(const std::optional<model::FirstDifference>& difference) {
  if (!difference) return {};
  model::FirstDifference tidy = *difference;
  tidy.expected = tidy_text(tidy.expected);
  tidy.got = tidy_text(tidy.got);
  return difference_fields(tidy);
}

Json judged_test_fields(const model::TestJudgement& test, const model::RunLimits& limits) {
  const bool is_rte = test.verdict == model::Verdict::rte;
  const bool is_exit = is_rte && test.run.ending == model::Ending::exited;
  const bool is_signal = is_rte && test.run.ending == model::Ending::signalled;
  return Json{{"name", tidy_text(test.name)},
              {"verdict", model::code(test.verdict)},
              {"reason", model::lasting_reason(test, limits)},
              {"exit_status", is_exit ? Json(test.run.exit_status) : Json()},
              {"signal", is_signal ? Json(test.run.signal) : Json()},
              {"score", or_null(test.score)},
              {"max_score", or_null(test.max_score)},
              {"message", tidy_text(lasting_message(test))},
              {"first_difference", clipped_difference_fields(test.first_difference)},
              {"hints", tidy_list(test.hints)},
              {"stderr_tail", tidy_text(test.error_tail)},
              {"measured", measured_fields(test)}};
}

}  // namespace

Json work_fields(const model::Gradebook& book, const model::Work& work) {
  const model::SubmissionJudgement& judgement = work.judgement;
  const bool is_known = !judgement.unfinished && work.fault.empty();
  const auto& deciding = judgement.deciding_test;
  const bool is_decided = is_known && deciding && *deciding < judgement.tests.size();
  return Json{
      {"problem", problem_id(book, work.problem)},
      {"sha256", tidy_or_null(work.sha256)},
      {"fault", tidy_or_null(work.fault)},
      {"language", tidy_or_null(judgement.language)},
      {"verdict", is_known ? Json(model::code(judgement.verdict)) : Json()},
      {"deciding_test", is_decided ? Json(tidy_text(judgement.tests[*deciding].name)) : Json()},
      {"limits", limits_fields(judgement.limits)},
      {"compile",
       {{"ok", judgement.compile.ok},
        {"log", tidy_text(judgement.compile.log)},
        {"helps", tidy_list(judgement.compile.helps)},
        {"fault", tidy_or_null(judgement.compile.fault)}}},
      {"tests", array_of(judgement.tests, [&](const model::TestJudgement& test) {
         return judged_test_fields(test, judgement.limits);
       })}};
}

}  // namespace arbiter::report
