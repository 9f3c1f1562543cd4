#include "report/json/documents.hpp"

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "report/json/fields.hpp"

namespace arbiter::report {

std::string doctor_document(const DoctorDocument& doctor) {
  Json json;
  json["schema"] = "arbiter/doctor/1";
  json["arbiter"] = to_utf8(doctor.arbiter_version);
  json["can_isolate"] = doctor.can_isolate;
  json["sandbox"] = {{"mode", doctor.mode}, {"flag", doctor.mode_flag}};
  json["guarantees"] = texts(doctor.guarantees);
  json["missing"] = texts(doctor.missing);
  json["remedy"] = text_or_null(doctor.remedy);
  json["alternative"] = text_or_null(doctor.alternative);
  json["noise"] = texts(doctor.noise);
  json["languages"] = Json::array();
  for (const DoctorDocument::Language& language : doctor.languages) {
    Json one;
    one["id"] = to_utf8(language.id);
    one["name"] = to_utf8(language.name);
    one["installed"] = language.is_installed;
    one["tool"] = text_or_null(language.tool);
    one["version"] = text_or_null(language.version);
    one["package"] = text_or_null(language.package);
    json["languages"].push_back(std::move(one));
  }
  json["checktestdata"] = text_or_null(doctor.checktestdata);
  json["cache"] = to_utf8(doctor.cache);
  json["state"] = to_utf8(doctor.state);
  return dumped(json, 2);
}

std::string error_document(const Error& error, int status) {
  nlohmann::ordered_json document;
  document["schema"] = "arbiter/error/1";
  document["status"] = status;
  document["message"] = error.text();
  document["help"] = error.help;
  constexpr auto k_replace = nlohmann::ordered_json::error_handler_t::replace;
  return document.dump(2, ' ', false, k_replace) + "\n";
}

namespace {

Json generated_test_fields(const GenerateDocument::Test& test) {
  Json json;
  json["name"] = to_utf8(test.name);
  json["how"] = to_utf8(test.how);
  json["seed"] = test.seed ? Json(*test.seed) : Json();
  json["solution"] = test.solution.empty() ? Json() : Json(to_utf8(test.solution));
  json["files"] = texts(test.files);
  json["cached"] = test.cached;
  return json;
}

}  // namespace

std::string generate_document(const GenerateDocument& document) {
  Json json;
  json["schema"] = "arbiter/generate/1";
  json["arbiter"] = to_utf8(document.arbiter_version);
  json["problem"] = to_utf8(document.problem);
  json["dry_run"] = document.dry_run;
  json["sandbox"] = nullptr;
  if (!document.sandbox_mode.empty()) {
    json["sandbox"] = {{"mode", to_utf8(document.sandbox_mode)},
                       {"unsandboxed", document.unsandboxed}};
  }
  json["tests"] = array_of(document.tests, generated_test_fields);
  json["written"] = texts(document.written);
  json["removed"] = texts(document.removed);
  json["kept"] = texts(document.kept);
  json["unchanged"] = document.unchanged;
  json["equal_inputs"] = array_of(document.equal_inputs, texts);
  json["unlisted"] = texts(document.unlisted);
  return dumped(json, 2);
}

std::string plan_document(const PlanDocument& plan) {
  Json json;
  json["schema"] = "arbiter/plan/1";
  json["arbiter"] = to_utf8(plan.arbiter_version);
  json["problem"] = to_utf8(plan.problem);
  json["checker"] = to_utf8(plan.checker);
  json["limits"] = limits_fields(plan.limits);
  json["measured_first"] = texts(plan.measured_first);
  json["repeat"] = plan.repeat;
  json["most_passes"] = plan.most_passes;
  json["fail_fast"] = plan.fail_fast;
  json["submissions"] = Json::array();
  for (const PlanDocument::Submission& submission : plan.submissions) {
    Json one;
    one["path"] = to_utf8(submission.path);
    one["language"] = to_utf8(submission.language);
    one["limits"] = limits_fields(submission.limits);
    json["submissions"].push_back(std::move(one));
  }
  json["tests"] = texts(plan.tests);
  return dumped(json, 2);
}

}  // namespace arbiter::report
