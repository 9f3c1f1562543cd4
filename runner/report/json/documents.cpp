#include "report/json/documents.hpp"

#include "base/text.hpp"
#include "report/json/fields.hpp"

namespace arbiter::report {

std::string doctor_document(const DoctorDocument& doctor) {
  const auto language = [](const DoctorDocument::Language& one) {
    return Json{{"id", to_utf8(one.id)},
                {"name", to_utf8(one.name)},
                {"installed", one.is_installed},
                {"tool", text_or_null(one.tool)},
                {"version", text_or_null(one.version)},
                {"package", text_or_null(one.package)}};
  };
  return dumped(Json{{"schema", "arbiter/doctor/1"},
                     {"arbiter", to_utf8(doctor.arbiter_version)},
                     {"can_isolate", doctor.can_isolate},
                     {"sandbox", {{"mode", doctor.mode}, {"flag", doctor.mode_flag}}},
                     {"guarantees", texts(doctor.guarantees)},
                     {"missing", texts(doctor.missing)},
                     {"remedy", text_or_null(doctor.remedy)},
                     {"alternative", text_or_null(doctor.alternative)},
                     {"noise", texts(doctor.noise)},
                     {"languages", array_of(doctor.languages, language)},
                     {"checktestdata", text_or_null(doctor.checktestdata)},
                     {"cache", to_utf8(doctor.cache)},
                     {"state", to_utf8(doctor.state)}},
                2);
}

std::string error_document(const Error& error, int status) {
  return dumped(Json{{"schema", "arbiter/error/1"},
                     {"status", status},
                     {"message", error.text()},
                     {"help", error.help}},
                2);
}

std::string generate_document(const GenerateDocument& document) {
  const auto test = [](const GenerateDocument::Test& one) {
    return Json{{"name", to_utf8(one.name)}, {"how", to_utf8(one.how)},
                {"seed", or_null(one.seed)}, {"solution", text_or_null(one.solution)},
                {"files", texts(one.files)}, {"cached", one.cached}};
  };
  return dumped(Json{{"schema", "arbiter/generate/1"},
                     {"arbiter", to_utf8(document.arbiter_version)},
                     {"problem", to_utf8(document.problem)},
                     {"dry_run", document.dry_run},
                     {"sandbox", document.sandbox_mode.empty()
                                     ? Json()
                                     : sandbox_fields(document.sandbox_mode, document.unsandboxed)},
                     {"tests", array_of(document.tests, test)},
                     {"written", texts(document.written)},
                     {"removed", texts(document.removed)},
                     {"kept", texts(document.kept)},
                     {"unchanged", document.unchanged},
                     {"equal_inputs", array_of(document.equal_inputs, texts)},
                     {"unlisted", texts(document.unlisted)}},
                2);
}

std::string plan_document(const PlanDocument& plan) {
  const auto submission = [](const PlanDocument::Submission& one) {
    return Json{{"path", to_utf8(one.path)},
                {"language", to_utf8(one.language)},
                {"limits", limits_fields(one.limits)}};
  };
  return dumped(Json{{"schema", "arbiter/plan/1"},
                     {"arbiter", to_utf8(plan.arbiter_version)},
                     {"problem", to_utf8(plan.problem)},
                     {"checker", to_utf8(plan.checker)},
                     {"limits", limits_fields(plan.limits)},
                     {"measured_first", texts(plan.measured_first)},
                     {"repeat", plan.repeat},
                     {"most_passes", plan.most_passes},
                     {"fail_fast", plan.fail_fast},
                     {"submissions", array_of(plan.submissions, submission)},
                     {"tests", texts(plan.tests)}},
                2);
}

}  // namespace arbiter::report
