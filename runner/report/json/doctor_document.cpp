#include "report/json/doctor_document.hpp"

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

}  // namespace arbiter::report
