#include "report/grade/fields.hpp"

#include <array>

#include "report/grade/facts.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

using model::Gradebook;

constexpr std::array<std::string_view, 3> k_visibility_words{"sample", "open", "hidden"};
constexpr std::array<std::string_view, 3> k_disclosure_words{"verdict", "first_difference", "full"};
constexpr std::array<std::string_view, 3> k_attempt_words{"last", "best", "all"};

template <class Enum>
Json enum_word(const std::array<std::string_view, 3>& words, Enum value) {
  return words.at(static_cast<std::size_t>(value));
}

Json verdict_or_null(const std::optional<model::Verdict>& verdict) {
  return verdict ? Json(model::code(*verdict)) : Json();
}

Json utc_or_null(const std::optional<std::int64_t>& seconds) {
  return seconds ? Json(utc_text(*seconds)) : Json();
}

Json student_id(const Gradebook& book, std::size_t student) {
  return student < book.students.size() ? Json(tidy_text(book.students[student].id)) : Json();
}

Json student_ids(const Gradebook& book, const std::vector<std::size_t>& students) {
  return array_of(students, [&](std::size_t student) { return student_id(book, student); });
}

Json policy_fields(const model::GradingPolicy& policy) {
  Json json;
  json["attempts"] = enum_word(k_attempt_words, policy.attempts);
  json["decimals"] = policy.decimals;
  json["due"] = utc_or_null(policy.late.due);
  json["grace_s"] = seconds(policy.late.grace);
  json["feedback"]["sample"] = enum_word(k_disclosure_words, policy.feedback.sample);
  json["feedback"]["open"] = enum_word(k_disclosure_words, policy.feedback.open);
  json["feedback"]["hidden"] = enum_word(k_disclosure_words, policy.feedback.hidden);
  json["time_factors"] = Json::object();
  for (const auto& [language, factor] : policy.time_factors)
    json["time_factors"][tidy_text(language)] = factor;
  return json;
}

Json group_points_fields(const model::GroupPoints& group) {
  return Json{{"group", tidy_text(group.name)}, {"points", group.points},
              {"max_points", group.max_points}, {"passed", group.passed},
              {"tests", group.tests},           {"words", tidy_text(group.words)}};
}

Json override_fields(const std::optional<model::Override>& override) {
  if (!override) return {};
  return Json{{"points", override->points},
              {"relative", override->is_relative},
              {"reason", tidy_text(override->reason)},
              {"line", override->line}};
}

/// What a grade says of the attempt that counts.
Json counting_fields(const Gradebook& book, const model::Grade& grade) {
  const model::Attempt* attempt = counting_attempt(book, grade);
  if (attempt == nullptr) return {};
  return Json{{"number", attempt->number},
              {"origin", tidy_text(attempt->origin)},
              {"submitted", utc_or_null(attempt->submitted)},
              {"sha256", tidy_or_null(attempt->sha256)}};
}

Json points_fields(const Gradebook& book, const model::Grade& grade) {
  return Json{{"status", model::word(grade.status)},
              {"verdict", verdict_or_null(grade_verdict(book, grade))},
              {"points", grade.points},
              {"max_points", grade.max_points},
              {"raw_points", grade.raw_points},
              {"late_minutes", grade.late_minutes},
              {"late_penalty", grade.late_penalty},
              {"computed_points", grade.computed_points},
              {"override", override_fields(grade.override)},
              {"attempt", counting_fields(book, grade)},
              {"groups", array_of(grade.groups, group_points_fields)},
              {"words", tidy_list(grade.words)}};
}

}  // namespace

Json tidy_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(tidy_text(text));
}

Json tidy_list(const std::vector<std::string>& all) {
  return array_of(all, [](const std::string& text) { return tidy_text(text); });
}

Json problem_id(const Gradebook& book, std::size_t problem) {
  return problem < book.problems.size() ? Json(tidy_text(book.problems[problem].id)) : Json();
}

Json grade_head_fields(const Gradebook& book) {
  return Json{
      {"schema", "arbiter/grade/1"},
      {"arbiter", tidy_text(book.arbiter_version)},
      {"run", tidy_or_null(book.run)},
      {"started", tidy_or_null(book.started)},
      {"finished", tidy_or_null(book.finished)},
      {"sandbox", {{"mode", tidy_text(book.sandbox_mode)}, {"unsandboxed", book.unsandboxed}}},
      {"layout", tidy_text(book.layout)},
      {"assignment", tidy_or_null(book.policy.assignment)},
      {"policy", policy_fields(book.policy)},
      {"baseline", tidy_or_null(book.baseline)},
      {"warnings", tidy_list(book.warnings)}};
}

Json graded_problem_fields(const model::GradedProblem& problem) {
  Json json;
  json["id"] = tidy_text(problem.id);
  json["title"] = tidy_text(problem.title);
  json["root"] = tidy_text(problem.root);
  json["hash"] = tidy_or_null(problem.hash);
  json["max_points"] = problem.max_points;
  json["limits"] = limits_fields(problem.limits);
  json["tests"] = Json::array();
  for (std::size_t t = 0; t < problem.tests.size(); ++t) {
    json["tests"].push_back(
        Json{{"name", tidy_text(problem.tests[t])},
             {"visibility", enum_word(k_visibility_words, t < problem.visibilities.size()
                                                              ? problem.visibilities[t]
                                                              : model::Visibility::hidden)}});
  }
  return json;
}

Json graded_student_fields(const Gradebook& book, std::size_t student) {
  const model::Student& who = book.students[student];
  const GradeTotal total = total_of(book, student);
  Json json;
  json["id"] = tidy_text(who.id);
  json["name"] = tidy_text(who.name);
  json["email"] = tidy_text(who.email);
  json["username"] = tidy_text(who.username);
  json["lms_id"] = tidy_text(who.lms_id);
  json["group"] = tidy_text(who.group);
  json["section"] = tidy_text(who.section);
  json["language"] = tidy_text(who.language);
  json["on_roster"] = who.on_roster;
  json["points"] = total.points;
  json["max_points"] = total.max_points;
  json["grades"] = Json::array();
  for (std::size_t p = 0; p < book.problems.size(); ++p) {
    const model::Grade* grade = grade_of(book, student, p);
    if (grade == nullptr) continue;
    Json one;
    one["problem"] = problem_id(book, p);
    one.update(points_fields(book, *grade));
    json["grades"].push_back(std::move(one));
  }
  return json;
}

Json attempt_fields(const Gradebook& book, const model::Attempt& attempt) {
  return Json{{"students", student_ids(book, attempt.students)},
              {"problem", problem_id(book, attempt.problem)},
              {"number", attempt.number},
              {"origin", tidy_text(attempt.origin)},
              {"submitted", utc_or_null(attempt.submitted)},
              {"marked_late", attempt.is_marked_late},
              {"sha256", tidy_or_null(attempt.sha256)},
              {"work", attempt.work < book.works.size() ? Json(attempt.work) : Json()}};
}

Json grade_fields(const Gradebook& book, const model::Grade& grade) {
  Json json;
  json["student"] = student_id(book, grade.student);
  json["problem"] = problem_id(book, grade.problem);
  json.update(points_fields(book, grade));
  return json;
}

Json unattributed_fields(const Gradebook& book) {
  return array_of(book.unattributed, [](const model::Unattributed& one) {
    return Json{
        {"path", tidy_text(one.path)}, {"why", tidy_text(one.why)}, {"help", tidy_text(one.help)}};
  });
}

Json cluster_fields(const Gradebook& book) {
  return array_of(book.clusters, [&](const model::MistakeCluster& cluster) {
    return Json{{"id", tidy_text(cluster.id)},
                {"problem", problem_id(book, cluster.problem)},
                {"verdict", model::code(cluster.verdict)},
                {"first_failing", tidy_or_null(cluster.first_failing)},
                {"words", tidy_text(cluster.words)},
                {"works", cluster.works},
                {"representative", tidy_or_null(representative_of(book, cluster))},
                {"students", student_ids(book, cluster.students)},
                {"comment", tidy_or_null(cluster.comment)}};
  });
}

Json look_alike_fields(const Gradebook& book) {
  return array_of(book.look_alikes, [&](const model::LookAlike& group) {
    Json json;
    json["problem"] = problem_id(book, group.problem);
    json["identical"] = group.is_identical;
    json["attempts"] = Json::array();
    for (const std::size_t attempt : group.attempts) {
      if (attempt >= book.attempts.size()) continue;
      json["attempts"].push_back(
          Json{{"students", student_ids(book, book.attempts[attempt].students)},
               {"origin", tidy_text(book.attempts[attempt].origin)}});
    }
    return json;
  });
}

Json change_fields(const Gradebook& book) {
  return array_of(book.changes, [&](const model::GradeChange& change) {
    return Json{{"student", student_id(book, change.student)},
                {"problem", problem_id(book, change.problem)},
                {"before", change.before},
                {"after", change.after},
                {"why", tidy_text(change.why)}};
  });
}

}  // namespace arbiter::report
