#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/judgement.hpp"

namespace arbiter::report {

using Json = nlohmann::ordered_json;

/// An array of what `fields` makes of each member of a list.
template <class List, class Fields>
Json array_of(const List& list, const Fields& fields) {
  Json all = Json::array();
  for (const auto& member : list)
    all.push_back(fields(member));
  return all;
}

/// Values of any document: every string becomes valid UTF-8, an empty text or nothing null.
Json texts(const std::vector<std::string>& all);
Json text_or_null(const std::string& text);
template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}
Json sandbox_fields(const std::string& mode, bool unsandboxed);
/// How many there are of each verdict.
Json counts_of(const std::vector<model::Verdict>& verdicts);
Json difference_fields(const std::optional<FirstDifference>& difference);

/// The values of `arbiter/judge/1` (see schema/judge-1.schema.json), shared by the formats that
/// are JSON. Every string is valid UTF-8; bytes of programs that are not become U+FFFD.
Json limits_fields(const model::RunLimits& limits);
Json machine_fields(const model::Machine& machine);
Json test_fields(const model::TestJudgement& test, const model::RunLimits& limits);
/// Without the tests.
Json submission_fields(const model::SubmissionJudgement& submission);
/// Without the submissions; `schema` comes first.
Json judgement_fields(const model::Judgement& judgement, std::string_view schema);

/// The document as text; `indent` -1 is one line. Never throws over what strings hold.
std::string dumped(const Json& json, int indent);

}  // namespace arbiter::report
