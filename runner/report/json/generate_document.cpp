#include "report/json/generate_document.hpp"

#include "base/text.hpp"
#include "report/json/fields.hpp"

namespace arbiter::report {
namespace {

Json test_fields(const GenerateDocument::Test& test) {
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
  json["tests"] = Json::array();
  for (const GenerateDocument::Test& test : document.tests)
    json["tests"].push_back(test_fields(test));
  json["written"] = texts(document.written);
  json["removed"] = texts(document.removed);
  json["kept"] = texts(document.kept);
  json["unchanged"] = document.unchanged;
  json["equal_inputs"] = Json::array();
  for (const auto& names : document.equal_inputs)
    json["equal_inputs"].push_back(texts(names));
  json["unlisted"] = texts(document.unlisted);
  return dumped(json, 2);
}

}  // namespace arbiter::report
