#include "report/json/fields.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Ending;

Json mebibytes(Bytes size) {
  constexpr std::int64_t k_mib = 1048576;
  if (size.count % k_mib == 0) return size.count / k_mib;
  return size.mib();
}

Json group_fields(const model::GroupJudgement& group) {
  return Json{{"name", to_utf8(group.name)},   {"verdict", model::code(group.verdict)},
              {"score", or_null(group.score)}, {"max_score", or_null(group.max_score)},
              {"counted", group.counted},      {"note", to_utf8(group.note)}};
}

Json compile_fields(const model::CompileJudgement& compile) {
  return Json{{"ok", compile.ok},
              {"cached", compile.cached},
              {"compiler", text_or_null(compile.compiler)},
              {"command", texts(compile.command)},
              {"wall_s", compile.took ? Json(seconds(*compile.took)) : Json()},
              {"log", to_utf8(compile.log)},
              {"helps", texts(compile.helps)},
              {"fault", text_or_null(compile.fault)}};
}

Json found_fields(const std::optional<model::FoundTimeLimit>& found) {
  if (!found) return {};
  return Json{{"time_limit_s", seconds(found->limit)},
              {"submission", to_utf8(found->submission)},
              {"test", to_utf8(found->test)},
              {"slowest_cpu_s", seconds(found->slowest)},
              {"time_factor", found->factor},
              {"ac_to_time_limit", found->multiplier},
              {"time_resolution_s", found->resolution_s},
              {"warnings", texts(found->warnings)}};
}

}  // namespace

Json counts_of(const std::vector<model::Verdict>& verdicts) {
  Json counts = Json::object();
  for (const model::VerdictRow& row : model::verdict_table())
    counts[std::string(row.code)] = std::ranges::count(verdicts, row.verdict);
  return counts;
}

Json texts(const std::vector<std::string>& all) {
  return array_of(all, [](const std::string& text) { return to_utf8(text); });
}

Json sandbox_fields(const std::string& mode, bool unsandboxed) {
  return Json{{"mode", to_utf8(mode)}, {"unsandboxed", unsandboxed}};
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(to_utf8(text));
}

Json difference_fields(const std::optional<FirstDifference>& difference) {
  if (!difference) return {};
  return Json{
      {"output_line", difference->output_line},    {"output_column", difference->output_column},
      {"answer_line", difference->answer_line},    {"answer_column", difference->answer_column},
      {"expected", to_utf8(difference->expected)}, {"got", to_utf8(difference->got)},
      {"expected_end", difference->expected_end},  {"got_end", difference->got_end}};
}

Json machine_fields(const model::Machine& machine) {
  return Json{{"cpu", text_or_null(machine.cpu)},
              {"kernel", to_utf8(machine.kernel)},
              {"cores", machine.cores}};
}

Json limits_fields(const model::RunLimits& limits) {
  return Json{{"time_s", seconds(limits.time)},
              {"wall_s", seconds(limits.wall)},
              {"memory_mib", mebibytes(limits.memory)},
              {"output_mib", mebibytes(limits.output)}};
}

Json test_fields(const model::TestJudgement& test, const model::RunLimits& limits) {
  const model::RunRecord& run = test.run;
  return Json{{"name", to_utf8(test.name)},
              {"verdict", model::code(test.verdict)},
              {"cpu_s", seconds(run.cpu)},
              {"wall_s", seconds(run.wall)},
              {"memory_kib", kibibytes(run.memory)},
              {"exit_status", run.ending == Ending::exited ? Json(run.exit_status) : Json()},
              {"signal", run.ending == Ending::signalled ? Json(run.signal) : Json()},
              {"score", or_null(test.score)},
              {"max_score", or_null(test.max_score)},
              {"message", to_utf8(test.message)},
              {"first_difference", difference_fields(test.first_difference)},
              {"ending", ending_word(run.ending)},
              {"reason", to_utf8(reason(test, limits))},
              {"processes", run.processes},
              {"approximate", run.approximate},
              {"rerun", run.was_rerun},
              {"repeats_cpu_s", array_of(test.repeats, seconds)},
              {"hints", texts(test.hints)},
              {"passes", test.passes > 0 ? Json(test.passes) : Json()},
              {"pass_input", to_utf8(test.pass_input)},
              {"input_head", test.input ? Json(to_utf8(test.input->head)) : Json()},
              {"input_bytes", test.input ? Json(test.input->size.count) : Json()},
              {"input_sha256", test.input ? Json(test.input->sha256) : Json()},
              {"output_head", to_utf8(test.output_head)},
              {"stderr_tail", to_utf8(test.error_tail)},
              {"cached", test.cached},
              {"counted", test.counted},
              {"referee_silent", test.referee_is_silent}};
}

Json submission_fields(const model::SubmissionJudgement& submission) {
  Json json;
  json["path"] = to_utf8(submission.path);
  json["sha256"] = text_or_null(submission.sha256);
  json["language"] = text_or_null(submission.language);
  json["label"] = submission.label ? Json(to_utf8(*submission.label)) : Json();
  json["expected"] = array_of(submission.expected, model::code);
  json["verdict"] = submission.unfinished ? Json() : Json(model::code(submission.verdict));
  json["score"] = or_null(submission.score);
  json["max_score"] = or_null(submission.max_score);
  json["as_expected"] = submission.as_expected && !submission.unfinished;
  json["expectation_note"] = to_utf8(submission.expectation_note);
  const model::TestJudgement* deciding = deciding_test(submission);
  json["deciding_test"] = deciding != nullptr ? Json(to_utf8(deciding->name)) : Json();
  json["limits"] = limits_fields(submission.limits);
  json["compile"] = compile_fields(submission.compile);
  const auto peak = model::peak_of(submission);
  json["max_cpu_s"] = peak ? Json(seconds(peak->cpu)) : Json();
  json["max_memory_kib"] = peak ? Json(kibibytes(peak->memory)) : Json();
  std::vector<model::Verdict> verdicts;
  for (const model::TestJudgement& test : submission.tests)
    verdicts.push_back(test.verdict);
  json["counts"] = counts_of(verdicts);
  json["groups"] = array_of(submission.groups, group_fields);
  return json;
}

Json judgement_fields(const model::Judgement& judgement, std::string_view schema) {
  std::vector<model::Verdict> verdicts;
  for (const model::SubmissionJudgement& submission : judgement.submissions) {
    if (!submission.unfinished) verdicts.push_back(submission.verdict);
  }
  return Json{{"schema", schema},
              {"arbiter", to_utf8(judgement.arbiter_version)},
              {"problem", to_utf8(judgement.problem)},
              {"problem_hash", to_utf8(judgement.problem_hash)},
              {"run", text_or_null(judgement.run)},
              {"started", to_utf8(judgement.started)},
              {"finished", text_or_null(judgement.finished)},
              {"exit_status", or_null(judgement.exit_status)},
              {"interrupted", judgement.interrupted},
              {"machine", machine_fields(judgement.machine)},
              {"jobs", judgement.jobs},
              {"counts", counts_of(verdicts)},
              {"planned_tests", judgement.planned_tests},
              {"limits", limits_fields(judgement.limits)},
              {"found_time_limit", found_fields(judgement.found_time_limit)},
              {"sandbox", sandbox_fields(judgement.sandbox_mode, judgement.unsandboxed)},
              {"scoring", judgement.is_scoring},
              {"scoring_note", to_utf8(judgement.scoring_note)}};
}

std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace arbiter::report
