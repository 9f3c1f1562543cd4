#include "base/text.hpp"
#include "report/json/fields.hpp"
#include "report/judge/formats.hpp"

namespace arbiter::report {
namespace {

constexpr int k_one_line = -1;

std::string event(std::string_view name, const Json& fields) {
  Json json;
  json["event"] = name;
  json.update(fields);
  return dumped(json, k_one_line);
}

}  // namespace

std::string render_jsonl(const model::Judgement& judgement, const Style& /*style*/) {
  Json head;
  head["schema"] = "arbiter/judge-lines/1";
  head["event"] = "judgement";
  head.update(judgement_fields(judgement, "arbiter/judge-lines/1"));
  std::string all = dumped(head, k_one_line);
  for (const model::SubmissionJudgement& submission : judgement.submissions) {
    for (const model::TestJudgement& test : submission.tests) {
      Json fields;
      fields["submission"] = to_utf8(submission.path);
      fields.update(test_fields(test, submission.limits));
      all += event("test", fields);
    }
    all += event("submission", submission_fields(submission));
  }
  return all + event("end", Json{{"interrupted", judgement.interrupted}});
}

}  // namespace arbiter::report
