#include "model/reason.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/fields.hpp"
#include "report/text/foreign_text.hpp"
#include "report/text/words.hpp"

namespace arbiter::report {
namespace {

Json measured_fields(const model::TestJudgement& test) {
  Json json;
  json["ending"] = ending_word(test.run.ending);
  json["cpu_s"] = seconds(test.run.cpu);
  json["wall_s"] = seconds(test.run.wall);
  json["memory_kib"] = kibibytes(test.run.memory);
  json["approximate"] = test.run.approximate;
  json["rerun"] = test.run.was_rerun;
  json["cached"] = test.cached;
  return json;
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
  Json json;
  json["name"] = tidy_text(test.name);
  json["verdict"] = model::code(test.verdict);
  json["reason"] = model::lasting_reason(test, limits);
  json["exit_status"] = is_exit ? Json(test.run.exit_status) : Json();
  json["signal"] = is_signal ? Json(test.run.signal) : Json();
  json["score"] = number_or_null(test.score);
  json["max_score"] = number_or_null(test.max_score);
  json["message"] = tidy_text(lasting_message(test));
  json["first_difference"] = clipped_difference_fields(test.first_difference);
  json["hints"] = tidy_list(test.hints);
  json["stderr_tail"] = tidy_text(test.error_tail);
  json["measured"] = measured_fields(test);
  return json;
}

}  // namespace

Json work_fields(const model::Gradebook& book, const model::Work& work) {
  const model::SubmissionJudgement& judgement = work.judgement;
  const bool is_known = !judgement.unfinished && work.fault.empty();
  const auto& deciding = judgement.deciding_test;
  const bool is_decided = is_known && deciding && *deciding < judgement.tests.size();
  Json json;
  json["problem"] = problem_id(book, work.problem);
  json["sha256"] = tidy_or_null(work.sha256);
  json["fault"] = tidy_or_null(work.fault);
  json["language"] = tidy_or_null(judgement.language);
  json["verdict"] = is_known ? Json(model::code(judgement.verdict)) : Json();
  json["deciding_test"] = is_decided ? Json(tidy_text(judgement.tests[*deciding].name)) : Json();
  json["limits"] = limits_fields(judgement.limits);
  json["compile"]["ok"] = judgement.compile.ok;
  json["compile"]["log"] = tidy_text(judgement.compile.log);
  json["compile"]["helps"] = tidy_list(judgement.compile.helps);
  json["compile"]["fault"] = tidy_or_null(judgement.compile.fault);
  json["tests"] = array_of(judgement.tests, [&](const model::TestJudgement& test) {
    return judged_test_fields(test, judgement.limits);
  });
  return json;
}

}  // namespace arbiter::report
