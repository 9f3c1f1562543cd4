#include "report/json/fields.hpp"
#include "report/judge/formats.hpp"

namespace arbiter::report {

std::string render_json(const model::Judgement& judgement, const Style& /*style*/) {
  Json document = judgement_fields(judgement, "arbiter/judge/1");
  Json& submissions = document["submissions"] = Json::array();
  for (const model::SubmissionJudgement& submission : judgement.submissions) {
    Json json = submission_fields(submission);
    json["tests"] = array_of(submission.tests, [&](const model::TestJudgement& test) {
      return test_fields(test, submission.limits);
    });
    submissions.push_back(std::move(json));
  }
  return dumped(document, 2);
}

}  // namespace arbiter::report
