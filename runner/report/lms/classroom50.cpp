#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/instant.hpp"
#include "base/text.hpp"
#include "report/grade/feedback.hpp"
#include "report/grade/writers.hpp"
#include "report/json/fields.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

Error missing_fact(std::string_view name, std::string help) {
  return usage_error(fmt::format("a result for Classroom 50 needs {}", name), std::move(help));
}

/// Whole points, at least 0.
std::int64_t scaled(double points, double scale) {
  constexpr double k_most = 1e15;
  const double value = points * scale;
  return std::isfinite(value) ? std::llround(std::clamp(value, 0.0, k_most)) : 0;
}

std::optional<std::int64_t> handed_in(const StudentView& view) {
  std::optional<std::int64_t> last;
  for (const SeenProblem& problem : view.problems())
    last = std::max(last, problem.submitted);
  return last;
}

Json classroom_tests(const StudentView& view, double scale) {
  Json tests = Json::array();
  for (std::size_t p = 0; p < view.problems().size(); ++p) {
    const SeenProblem& problem = view.problems()[p];
    const std::int64_t most = scaled(problem.max_points, scale);
    const std::int64_t score = std::min(scaled(problem.points, scale), most);
    tests.push_back(Json{{"test-name", problem.title},
                         {"passed", problem.verdict == model::Verdict::ac},
                         {"score", score},
                         {"max-score", most},
                         {"verdict", verdict_word(problem)},
                         {"output", joined(feedback_lines(view, p), "\n") + "\n"}});
  }
  return tests;
}

std::int64_t sum_of(const Json& tests, const char* field) {
  std::int64_t sum = 0;
  for (const Json& test : tests)
    sum += test[field].get<std::int64_t>();
  return sum;
}

Json actor_fields(const ClassroomFacts& facts) {
  return Json{{"username", tidy_line(facts.actor)},
              {"id", or_null(number_in<std::int64_t>(facts.actor_id))}};
}

/// Whether whole points are others than those that were given.
bool is_rounded(const StudentView& view, double scale) {
  const auto is_whole = [&](double points) {
    return std::abs(points * scale - std::round(points * scale)) < 1e-6;
  };
  return !std::ranges::all_of(view.problems(), [&](const SeenProblem& one) {
    return is_whole(one.points) && is_whole(one.max_points);
  });
}

/// `is_alone`: what the environment says of a person holds for the only student.
Json classroom_result(const StudentView& view, const GradeOutputOptions& options,
                      std::int64_t submitted, const std::string& graded_at, bool is_alone) {
  const ClassroomFacts& facts = options.classroom;
  const model::Student& student = view.student();
  const std::string& who = student.username.empty() ? student.id : student.username;
  const bool has_owner = is_alone && !facts.owner.empty();
  Json tests = classroom_tests(view, options.score_scale);
  Json json;
  json["schema"] = "classroom50/result/v1";
  json["classroom"] = tidy_line(facts.classroom);
  json["assignment"] = tidy_line(facts.assignment);
  json["assignment_type"] = facts.assignment_type;
  json["owner"] = tidy_line(has_owner ? facts.owner : who);
  json["submission"] = tidy_line(facts.submission);
  json["commit"] = tidy_line(facts.commit);
  json["release"] = tidy_line(facts.release);
  json["review"] = tidy_line(facts.review);
  if (is_alone && !facts.actor.empty()) json["submitted_by"] = actor_fields(facts);
  json["datetime"] = utc_text(submitted);
  if (!graded_at.empty()) json["graded_at"] = graded_at;
  json["score"] = sum_of(tests, "score");
  json["max-score"] = sum_of(tests, "max-score");
  json["tests"] = std::move(tests);
  return json;
}

}  // namespace

Result<void> check_classroom50(const GradeOutputOptions& options) {
  const ClassroomFacts& facts = options.classroom;
  const std::array<std::array<std::string_view, 3>, 6> needed{
      {{facts.classroom, "the name of the classroom", "CLASSROOM"},
       {facts.assignment, "the name of the assignment", "ASSIGNMENT"},
       {facts.submission, "the tag of the submission", "SUBMISSION_TAG"},
       {facts.commit, "the address of the commit", "COMMIT_URL"},
       {facts.release, "the address of the release", "RELEASE_URL"},
       {facts.review, "the address of the review", "REVIEW_URL"}}};
  for (const auto& [value, name, variable] : needed) {
    if (value.empty())
      return missing_fact(name, fmt::format("set {} in the environment", variable));
  }
  if (!facts.submission.starts_with("submit/")) {
    return missing_fact("a tag that begins with submit/",
                        fmt::format("SUBMISSION_TAG is '{}'", tidy_line(facts.submission)));
  }
  if (facts.assignment_type != "individual" && facts.assignment_type != "group") {
    return missing_fact("a type of assignment", "ASSIGNMENT_TYPE is individual or group");
  }
  if (!std::isfinite(options.score_scale) || options.score_scale <= 0) {
    return missing_fact("a scale above 0", "for example --score-scale 100");
  }
  return {};
}

Result<GradeOutput> grade_classroom50(const StudentViews& views,
                                      const GradeOutputOptions& options) {
  GradeOutput output;
  const std::vector<std::string> names = views.file_names();
  const bool is_alone = views.size() == 1;
  bool is_any_rounded = false;
  for (std::size_t s = 0; s < views.size(); ++s) {
    const StudentView view = views.view(s);
    const std::optional<std::int64_t> submitted = handed_in(view);
    const std::string who = tidy_line(view.student().id);
    if (!submitted && is_alone) {
      return missing_fact("the time of the submission",
                          "hand in a folder with its history, or a table of submission times");
    }
    if (!submitted) {
      output.warnings.push_back(fmt::format(
          "{}: no result for Classroom 50, since no time of a submission is known", who));
      continue;
    }
    if (!view.is_final()) {
      output.warnings.push_back(fmt::format("{}: not all of it could be judged", who));
    }
    is_any_rounded = is_any_rounded || is_rounded(view, options.score_scale);
    const Json result = classroom_result(view, options, *submitted, views.graded_at(), is_alone);
    output.files.push_back({is_alone ? "" : names[s] + ".json", dumped(result, 2)});
  }
  if (is_any_rounded) {
    output.warnings.emplace_back(
        "Classroom 50 takes only whole points, so they are rounded; --score-scale 100 keeps two "
        "decimals");
  }
  return output;
}

}  // namespace arbiter::report
