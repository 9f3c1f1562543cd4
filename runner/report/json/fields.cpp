#include "report/json/fields.hpp"

#include "base/text.hpp"
#include "report/text/words.hpp"

namespace arbiter::report {
namespace {

using model::Ending;

Json mebibytes(Bytes size) {
  constexpr std::int64_t k_mib = 1048576;
  if (size.count % k_mib == 0) return size.count / k_mib;
  return size.mib();
}

Json group_fields(const model::GroupJudgement& group) {
  Json json;
  json["name"] = to_utf8(group.name);
  json["verdict"] = model::code(group.verdict);
  json["score"] = number_or_null(group.score);
  json["max_score"] = number_or_null(group.max_score);
  json["counted"] = group.counted;
  json["note"] = to_utf8(group.note);
  return json;
}

Json compile_fields(const model::CompileJudgement& compile) {
  Json json;
  json["ok"] = compile.ok;
  json["cached"] = compile.cached;
  json["log"] = to_utf8(compile.log);
  json["helps"] = texts(compile.helps);
  json["fault"] = text_or_null(compile.fault);
  return json;
}

Json found_fields(const std::optional<model::FoundTimeLimit>& found) {
  if (!found) return {};
  Json json;
  json["time_limit_s"] = seconds(found->limit);
  json["submission"] = to_utf8(found->submission);
  json["test"] = to_utf8(found->test);
  json["slowest_cpu_s"] = seconds(found->slowest);
  json["time_factor"] = found->factor;
  json["ac_to_time_limit"] = found->multiplier;
  json["time_resolution_s"] = found->resolution_s;
  json["warnings"] = texts(found->warnings);
  return json;
}

}  // namespace

Json texts(const std::vector<std::string>& all) {
  return array_of(all, [](const std::string& text) { return to_utf8(text); });
}

Json number_or_null(const std::optional<double>& number) {
  return number ? Json(*number) : Json();
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(to_utf8(text));
}

Json difference_fields(const std::optional<model::FirstDifference>& difference) {
  if (!difference) return {};
  Json json;
  json["output_line"] = difference->output_line;
  json["output_column"] = difference->output_column;
  json["answer_line"] = difference->answer_line;
  json["answer_column"] = difference->answer_column;
  json["expected"] = to_utf8(difference->expected);
  json["got"] = to_utf8(difference->got);
  json["expected_end"] = difference->expected_end;
  json["got_end"] = difference->got_end;
  return json;
}

Json limits_fields(const model::RunLimits& limits) {
  Json json;
  json["time_s"] = seconds(limits.time);
  json["wall_s"] = seconds(limits.wall);
  json["memory_mib"] = mebibytes(limits.memory);
  json["output_mib"] = mebibytes(limits.output);
  return json;
}

Json test_fields(const model::TestJudgement& test, const model::RunLimits& limits) {
  const model::RunRecord& run = test.run;
  Json json;
  json["name"] = to_utf8(test.name);
  json["verdict"] = model::code(test.verdict);
  json["cpu_s"] = seconds(run.cpu);
  json["wall_s"] = seconds(run.wall);
  json["memory_kib"] = kibibytes(run.memory);
  json["exit_status"] = run.ending == Ending::exited ? Json(run.exit_status) : Json();
  json["signal"] = run.ending == Ending::signalled ? Json(run.signal) : Json();
  json["score"] = number_or_null(test.score);
  json["max_score"] = number_or_null(test.max_score);
  json["message"] = to_utf8(test.message);
  json["first_difference"] = difference_fields(test.first_difference);
  json["ending"] = ending_word(run.ending);
  json["reason"] = to_utf8(reason(test, limits));
  json["processes"] = run.processes;
  json["approximate"] = run.approximate;
  json["rerun"] = run.was_rerun;
  json["repeats_cpu_s"] = array_of(test.repeats, seconds);
  json["hints"] = texts(test.hints);
  json["passes"] = test.passes > 0 ? Json(test.passes) : Json();
  json["pass_input"] = to_utf8(test.pass_input);
  json["output_head"] = to_utf8(test.output_head);
  json["stderr_tail"] = to_utf8(test.error_tail);
  json["cached"] = test.cached;
  json["counted"] = test.counted;
  return json;
}

Json submission_fields(const model::SubmissionJudgement& submission) {
  Json json;
  json["path"] = to_utf8(submission.path);
  json["language"] = text_or_null(submission.language);
  json["label"] = submission.label ? Json(to_utf8(*submission.label)) : Json();
  json["expected"] = array_of(submission.expected, model::code);
  json["verdict"] = submission.unfinished ? Json() : Json(model::code(submission.verdict));
  json["score"] = number_or_null(submission.score);
  json["max_score"] = number_or_null(submission.max_score);
  json["as_expected"] = submission.as_expected && !submission.unfinished;
  json["expectation_note"] = to_utf8(submission.expectation_note);
  const auto& deciding = submission.deciding_test;
  const bool decided = deciding && *deciding < submission.tests.size();
  json["deciding_test"] = decided ? Json(to_utf8(submission.tests[*deciding].name)) : Json();
  json["limits"] = limits_fields(submission.limits);
  json["compile"] = compile_fields(submission.compile);
  const auto cpu = model::max_cpu(submission);
  const auto memory = model::max_memory(submission);
  json["max_cpu_s"] = cpu ? Json(seconds(*cpu)) : Json();
  json["max_memory_kib"] = memory ? Json(kibibytes(*memory)) : Json();
  json["groups"] = array_of(submission.groups, group_fields);
  return json;
}

Json judgement_fields(const model::Judgement& judgement, std::string_view schema) {
  Json json;
  json["schema"] = schema;
  json["arbiter"] = to_utf8(judgement.arbiter_version);
  json["problem"] = to_utf8(judgement.problem);
  json["problem_hash"] = to_utf8(judgement.problem_hash);
  json["run"] = text_or_null(judgement.run);
  json["started"] = to_utf8(judgement.started);
  json["interrupted"] = judgement.interrupted;
  json["planned_tests"] = judgement.planned_tests;
  json["limits"] = limits_fields(judgement.limits);
  json["found_time_limit"] = found_fields(judgement.found_time_limit);
  json["sandbox"]["mode"] = to_utf8(judgement.sandbox_mode);
  json["sandbox"]["unsandboxed"] = judgement.unsandboxed;
  json["scoring"] = judgement.is_scoring;
  json["scoring_note"] = to_utf8(judgement.scoring_note);
  return json;
}

std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace arbiter::report
