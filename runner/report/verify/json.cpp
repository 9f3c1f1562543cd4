#include "base/text.hpp"
#include "report/json/fields.hpp"
#include "report/verify/verification.hpp"

namespace arbiter::report {
namespace {

using model::Verification;
using model::VerifiedPart;
using model::VerifiedSubmission;

Json place_fields(const arbiter::Place& place) {
  return {{"file", to_utf8(place.path)},
          {"line", place.line},
          {"column", place.column},
          {"length", place.length},
          {"text", to_utf8(place.source_line)}};
}

Json finding_fields(const Diagnostic& one) {
  return {{"severity", severity_word(one.severity)},
          {"code", text_or_null(one.code)},
          {"message", to_utf8(one.message)},
          {"place", one.place ? place_fields(*one.place) : Json()},
          {"notes", texts(one.notes)},
          {"helps", texts(one.helps)}};
}

Json part_fields(const VerifiedPart& part) {
  return {{"name", part.name},
          {"summary", to_utf8(part.summary)},
          {"known", part.is_known},
          {"findings", array_of(part.findings, finding_fields)}};
}

Json submission_row(const VerifiedSubmission& one) {
  return {{"path", to_utf8(one.path)},
          {"verdict", model::code(one.verdict)},
          {"as_expected", one.as_expected},
          {"cpu_s", one.time ? Json(seconds(*one.time)) : Json()},
          {"test", text_or_null(to_utf8(one.test))},
          {"groups", text_or_null(to_utf8(one.groups))}};
}

Json verification_fields(const Verification& one) {
  return {{"problem", to_utf8(one.problem)},
          {"clean", model::is_clean(one)},
          {"time_limit_s", one.time_limit.count() > 0 ? Json(seconds(one.time_limit)) : Json()},
          {"parts", array_of(one.parts, part_fields)},
          {"submissions", array_of(one.submissions, submission_row)}};
}

std::string known_text(const Json& json) {
  return json.is_null() ? std::string() : json.get<std::string>();
}

Severity severity_of(const std::string& word) {
  for (const Severity severity : {Severity::warning, Severity::note}) {
    if (word == severity_word(severity)) return severity;
  }
  return Severity::error;
}

Diagnostic finding_of(const Json& json) {
  Diagnostic one;
  one.severity = severity_of(json.at("severity").get<std::string>());
  one.code = known_text(json.at("code"));
  one.message = known_text(json.at("message"));
  if (const Json& place = json.at("place"); !place.is_null()) {
    one.place = Place{known_text(place.at("file")), place.at("line").get<int>(),
                      place.at("column").get<int>(), place.at("length").get<int>(),
                      known_text(place.at("text"))};
  }
  one.notes = json.at("notes").get<std::vector<std::string>>();
  one.helps = json.at("helps").get<std::vector<std::string>>();
  return one;
}

VerifiedPart part_of(const Json& json) {
  VerifiedPart part;
  part.name = known_text(json.at("name"));
  part.summary = known_text(json.at("summary"));
  part.is_known = json.at("known").get<bool>();
  for (const Json& one : json.at("findings"))
    part.findings.push_back(finding_of(one));
  return part;
}

VerifiedSubmission submission_of(const Json& json) {
  VerifiedSubmission one;
  one.path = known_text(json.at("path"));
  one.verdict = model::parse_verdict(known_text(json.at("verdict"))).value_or(model::Verdict::je);
  one.as_expected = json.at("as_expected").get<bool>();
  if (const Json& time = json.at("cpu_s"); !time.is_null())
    one.time = from_seconds(time.get<double>());
  one.test = known_text(json.at("test"));
  one.groups = known_text(json.at("groups"));
  return one;
}

}  // namespace

std::string verify_json(const Verifications& all, const Style& /*style*/) {
  return dumped(
      Json{{"schema", "arbiter/verify/1"}, {"problems", array_of(all, verification_fields)}}, 2);
}

std::string kept_verification(const Verification& verification) {
  return dumped(verification_fields(verification), -1);
}

std::optional<Verification> parse_verification(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    Verification one;
    one.problem = known_text(json.at("problem"));
    if (const Json& limit = json.at("time_limit_s"); !limit.is_null())
      one.time_limit = from_seconds(limit.get<double>());
    for (const Json& part : json.at("parts"))
      one.parts.push_back(part_of(part));
    for (const Json& submission : json.at("submissions"))
      one.submissions.push_back(submission_of(submission));
    return one;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace arbiter::report
