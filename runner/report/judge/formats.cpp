#include "report/judge/formats.hpp"

#include <array>

#include "base/text.hpp"
#include "report/json/fields.hpp"

namespace arbiter::report {
namespace {

/// One line: `head`, then the fields.
std::string line_of(Json head, const Json& fields) {
  head.update(fields);
  return dumped(head, -1);
}

constexpr std::array k_formats = {
    Format{"human", ".txt", render_human},   Format{"json", ".json", render_json},
    Format{"jsonl", ".jsonl", render_jsonl}, Format{"junit", ".xml", render_junit},
    Format{"github", "", render_github},     Format{"html", ".html", render_html},
};

}  // namespace

std::string render_json(const model::Judgement& judgement, const Style& /*style*/) {
  Json document = judgement_fields(judgement, "arbiter/judge/1");
  document["submissions"] = array_of(judgement.submissions, [](const auto& submission) {
    Json json = submission_fields(submission);
    json["tests"] = array_of(submission.tests, [&](const model::TestJudgement& test) {
      return test_fields(test, submission.limits);
    });
    return json;
  });
  return dumped(document, 2);
}

std::string render_jsonl(const model::Judgement& judgement, const Style& /*style*/) {
  constexpr std::string_view k_schema = "arbiter/judge-lines/1";
  std::string all = line_of({{"schema", k_schema}, {"event", "judgement"}},
                            judgement_fields(judgement, k_schema));
  for (const model::SubmissionJudgement& submission : judgement.submissions) {
    for (const model::TestJudgement& test : submission.tests) {
      all += line_of({{"event", "test"}, {"submission", to_utf8(submission.path)}},
                     test_fields(test, submission.limits));
    }
    all += line_of({{"event", "submission"}}, submission_fields(submission));
  }
  return all + line_of({{"event", "end"}}, Json{{"interrupted", judgement.interrupted}});
}

std::span<const Format> judge_formats() {
  return k_formats;
}

}  // namespace arbiter::report
