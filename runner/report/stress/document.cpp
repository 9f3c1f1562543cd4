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
  json["outcomes"] = Json::array();
  for (const StressOutcome& outcome : failure.outcomes)
    json["outcomes"].push_back(outcome_fields(result, outcome));
  return json;
}

Json sources_field(const std::vector<StressSource>& sources) {
  Json all = Json::array();
  for (const StressSource& source : sources) {
    Json one;
    one["generator"] = to_utf8(source.generator);
    one["reached"] = text_or_null(source.reached);
    one["inputs"] = source.inputs;
    all.push_back(std::move(one));
  }
  return all;
}

Json exhausted_field(const std::vector<StressExhausted>& exhausted) {
  if (exhausted.empty()) return {};
  Json all = Json::array();
  for (const StressExhausted& extent : exhausted) {
    Json one;
    one["generator"] = to_utf8(extent.generator);
    one["inputs"] = extent.inputs;
    one["choices"] = extent.choices;
    one["bytes"] = extent.bytes;
    one["complete"] = extent.is_complete;
    all.push_back(std::move(one));
  }
  return all;
}

Json faults_field(const std::vector<StressFault>& faults) {
  Json all = Json::array();
  for (const StressFault& fault : faults) {
    Json one;
    one["program"] = to_utf8(fault.program);
    one["command"] = text_or_null(fault.command);
    one["message"] = to_utf8(fault.message);
    one["times"] = fault.times;
    all.push_back(std::move(one));
  }
  return all;
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
  json["generators"] = sources_field(result.sources);
  json["exhausted_up_to"] = exhausted_field(result.exhausted);
  json["failures"] = Json::array();
  for (const StressFailure& failure : result.failures)
    json["failures"].push_back(failure_fields(result, failure));
  json["faults"] = faults_field(result.faults);
  json["command"] = to_utf8(result.command);
  json["sandbox"]["mode"] = to_utf8(result.sandbox_mode);
  json["sandbox"]["unsandboxed"] = result.unsandboxed;
  json["interrupted"] = result.interrupted;
  return dumped(json, 2);
}

}  // namespace arbiter::report
