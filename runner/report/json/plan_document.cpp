#include "report/json/plan_document.hpp"

#include "base/text.hpp"
#include "report/json/fields.hpp"

namespace arbiter::report {

std::string plan_document(const PlanDocument& plan) {
  Json json;
  json["schema"] = "arbiter/plan/1";
  json["arbiter"] = to_utf8(plan.arbiter_version);
  json["problem"] = to_utf8(plan.problem);
  json["checker"] = to_utf8(plan.checker);
  json["limits"] = limits_fields(plan.limits);
  json["measured_first"] = Json::array();
  for (const std::string& path : plan.measured_first)
    json["measured_first"].push_back(to_utf8(path));
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
  json["tests"] = Json::array();
  for (const std::string& test : plan.tests)
    json["tests"].push_back(to_utf8(test));
  return dumped(json, 2);
}

}  // namespace arbiter::report
