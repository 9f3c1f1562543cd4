#include "base/text.hpp"
#include "report/json/fields.hpp"
#include "report/stress/formats.hpp"
#include "report/stress/words.hpp"

namespace arbiter::report {
namespace {

using model::StressFailure;
using model::StressOutcome;
using model::StressResult;

Json verdict_field(const StressResult& result, model::Verdict verdict) {
  return says_nothing(result, verdict) ? Json() : Json(model::code(verdict));
}

Json path_field(const StressResult& result, std::size_t submission) {
  return to_utf8(submission_path(result, submission));
}

Json submissions_field(const StressResult& result) {
  Json all = Json::array();
  for (std::size_t i = 0; i < result.submissions.size(); ++i) {
    all.push_back(Json{{"path", to_utf8(result.submissions[i])},
                       {"sha256", text_or_null(i < result.hashes.size() ? result.hashes[i] : "")}});
  }
  return all;
}

Json compilers_field(const StressResult& result) {
  return array_of(result.compilers, [](const auto& one) {
    return Json{{"language", to_utf8(one.first)}, {"version", text_or_null(one.second)}};
  });
}

Json outcome_fields(const StressResult& result, const StressOutcome& outcome) {
  return Json{{"submission", path_field(result, outcome.submission)},
              {"verdict", verdict_field(result, outcome.verdict)},
              {"message", to_utf8(outcome.message)}};
}

Json failure_fields(const StressResult& result, const StressFailure& failure) {
  return Json{{"submission", path_field(result, failure.submission)},
              {"verdict", verdict_field(result, failure.verdict)},
              {"message", to_utf8(failure.message)},
              {"first_difference", difference_fields(failure.first_difference)},
              {"found_by", to_utf8(failure.found_by)},
              {"original_bytes", failure.original_bytes},
              {"shrunk_bytes", failure.shrunk_bytes},
              {"original_choices", or_null(failure.original_choices)},
              {"shrunk_choices", or_null(failure.shrunk_choices)},
              {"choices", text_or_null(failure.choices)},
              {"shrink_attempts", failure.shrink_attempts},
              {"found_after_seconds", seconds(failure.found_after)},
              {"shrink_seconds", seconds(failure.shrink_time)},
              {"shrunk_out", failure.is_shrunk_out},
              {"input", to_utf8(failure.input)},
              {"expected", to_utf8(failure.expected)},
              {"got", to_utf8(failure.got)},
              {"got_left_out", failure.got_left_out},
              {"stderr_tail", to_utf8(failure.error_tail)},
              {"replay", to_utf8(failure.replay)},
              {"saved", text_or_null(failure.saved)},
              {"catches", texts(failure.catches)},
              {"outcomes", array_of(failure.outcomes, [&](const StressOutcome& outcome) {
                 return outcome_fields(result, outcome);
               })}};
}

Json source_fields(const model::StressSource& source) {
  return Json{{"generator", to_utf8(source.generator)},
              {"reached", text_or_null(source.reached)},
              {"inputs", source.inputs}};
}

Json values_field(const std::optional<model::InputValues>& values) {
  if (!values) return {};
  return Json{{"characters", to_utf8(values->characters)},
              {"least", or_null(values->least)},
              {"most", or_null(values->most)}};
}

Json exhausted_fields(const model::StressExhausted& extent) {
  return Json{{"generator", to_utf8(extent.generator)},
              {"inputs", extent.inputs},
              {"choices", extent.choices},
              {"bytes", extent.largest.size()},
              {"values", values_field(extent.values)},
              {"beyond", values_field(extent.beyond)},
              {"complete", extent.is_complete}};
}

Json exhaustion_field(const StressResult& result) {
  if (!result.exhaustion) return {};
  return Json{{"asked", result.exhaustion->asked},
              {"completed", result.exhaustion->completed},
              {"without_kit", texts(result.exhaustion->without_kit)}};
}

Json fault_fields(const model::StressFault& fault) {
  return Json{{"program", to_utf8(fault.program)},
              {"command", text_or_null(fault.command)},
              {"message", to_utf8(fault.message)},
              {"times", fault.times}};
}

}  // namespace

std::string stress_document(const StressResult& result, const std::string& arbiter_version) {
  return dumped(
      Json{{"schema", "arbiter/stress/1"},
           {"arbiter", to_utf8(arbiter_version)},
           {"problem", text_or_null(result.problem)},
           {"problem_hash", text_or_null(result.problem_hash)},
           {"started", text_or_null(result.started)},
           {"submissions", submissions_field(result)},
           {"against", text_or_null(result.against)},
           {"against_sha256", text_or_null(result.against_hash)},
           {"compilers", compilers_field(result)},
           {"limits", limits_fields(result.limits)},
           {"machine", machine_fields(result.machine)},
           {"game", result.is_game},
           {"seed", result.seed},
           {"iterations", result.iterations},
           {"seconds", seconds(result.time)},
           {"iterations_per_s", per_second(result)},
           {"refused", result.refused},
           {"found", result.failures.size()},
           {"generators", array_of(result.sources, source_fields)},
           {"exhausted_up_to",
            result.exhausted.empty() ? Json() : array_of(result.exhausted, exhausted_fields)},
           {"exhaustion", exhaustion_field(result)},
           {"left_out",
            array_of(result.known,
                     [](const model::StressKnown& one) {
                       return Json{{"path", to_utf8(one.submission)}, {"test", to_utf8(one.test)}};
                     })},
           {"failures", array_of(result.failures,
                                 [&](const StressFailure& failure) {
                                   return failure_fields(result, failure);
                                 })},
           {"faults", array_of(result.faults, fault_fields)},
           {"command", to_utf8(result.command)},
           {"sandbox", sandbox_fields(result.sandbox_mode, result.unsandboxed)},
           {"interrupted", result.interrupted}},
      2);
}

}  // namespace arbiter::report
