#include "report/stress/document.hpp"

#include "base/text.hpp"
#include "report/json/fields.hpp"
#include "report/stress/words.hpp"

namespace arbiter::report {
namespace {

using model::StressExhausted;
using model::StressFailure;
using model::StressFault;
using model::StressOutcome;
using model::StressResult;
using model::StressSource;

Json count_or_null(const std::optional<std::int64_t>& count) {
  return count ? Json(*count) : Json();
}

Json verdict_field(const StressResult& result, model::Verdict verdict) {
  return says_nothing(result, verdict) ? Json() : Json(model::code(verdict));
}

Json path_field(const StressResult& result, std::size_t submission) {
  return to_utf8(submission_path(result, submission));
}

Json submissions_field(const StressResult& result) {
  Json all = Json::array();
  for (std::size_t i = 0; i < result.submissions.size(); ++i) {
    Json one;
    one["path"] = to_utf8(result.submissions[i]);
    one["sha256"] = text_or_null(i < result.hashes.size() ? result.hashes[i] : "");
    all.push_back(std::move(one));
  }
  return all;
}

Json outcome_fields(const StressResult& result, const StressOutcome& outcome) {
  Json json;
  json["submission"] = path_field(result, outcome.submission);
  json["verdict"] = verdict_field(result, outcome.verdict);
  json["message"] = to_utf8(outcome.message);
  return json;
}

Json failure_fields(const StressResult& result, const StressFailure& failure) {
  Json json;
  json["submission"] = path_field(result, failure.submission);
  json["verdict"] = verdict_field(result, failure.verdict);
  json["message"] = to_utf8(failure.message);
  json["first_difference"] = difference_fields(failure.first_difference);
  json["found_by"] = to_utf8(failure.found_by);
  json["original_bytes"] = failure.original_bytes;
  json["shrunk_bytes"] = failure.shrunk_bytes;
  json["original_choices"] = count_or_null(failure.original_choices);
  json["shrunk_choices"] = count_or_null(failure.shrunk_choices);
  json["choices"] = text_or_null(failure.choices);
  json["shrink_attempts"] = failure.shrink_attempts;
  json["found_after_seconds"] = seconds(failure.found_after);
  json["shrink_seconds"] = seconds(failure.shrink_time);
  json["shrunk_out"] = failure.is_shrunk_out;
  json["input"] = to_utf8(failure.input);
  json["expected"] = to_utf8(failure.expected);
  json["got"] = to_utf8(failure.got);
  json["got_left_out"] = failure.got_left_out;
  json["stderr_tail"] = to_utf8(failure.error_tail);
  json["replay"] = to_utf8(failure.replay);
  json["saved"] = text_or_null(failure.saved);
  json["catches"] = texts(failure.catches);
  json["outcomes"] = array_of(failure.outcomes, [&](const StressOutcome& outcome) {
    return outcome_fields(result, outcome);
  });
  return json;
}

Json source_fields(const StressSource& source) {
  Json json;
  json["generator"] = to_utf8(source.generator);
  json["reached"] = text_or_null(source.reached);
  json["inputs"] = source.inputs;
  return json;
}

Json exhausted_fields(const StressExhausted& extent) {
  Json json;
  json["generator"] = to_utf8(extent.generator);
  json["inputs"] = extent.inputs;
  json["choices"] = extent.choices;
  json["bytes"] = extent.bytes;
  json["complete"] = extent.is_complete;
  return json;
}

Json fault_fields(const StressFault& fault) {
  Json json;
  json["program"] = to_utf8(fault.program);
  json["command"] = text_or_null(fault.command);
  json["message"] = to_utf8(fault.message);
  json["times"] = fault.times;
  return json;
}

}  // namespace

std::string stress_document(const StressResult& result, const std::string& arbiter_version) {
  Json json;
  json["schema"] = "arbiter/stress/1";
  json["arbiter"] = to_utf8(arbiter_version);
  json["problem"] = text_or_null(result.problem);
  json["problem_hash"] = text_or_null(result.problem_hash);
  json["started"] = text_or_null(result.started);
  json["submissions"] = submissions_field(result);
  json["against"] = text_or_null(result.against);
  json["game"] = result.is_game;
  json["seed"] = result.seed;
  json["iterations"] = result.iterations;
  json["seconds"] = seconds(result.time);
  json["iterations_per_s"] = per_second(result);
  json["refused"] = result.refused;
  json["found"] = result.failures.size();
  json["generators"] = array_of(result.sources, source_fields);
  json["exhausted_up_to"] =
      result.exhausted.empty() ? Json() : array_of(result.exhausted, exhausted_fields);
  json["failures"] = array_of(result.failures, [&](const StressFailure& failure) {
    return failure_fields(result, failure);
  });
  json["faults"] = array_of(result.faults, fault_fields);
  json["command"] = to_utf8(result.command);
  json["sandbox"]["mode"] = to_utf8(result.sandbox_mode);
  json["sandbox"]["unsandboxed"] = result.unsandboxed;
  json["interrupted"] = result.interrupted;
  return dumped(json, 2);
}

}  // namespace arbiter::report
