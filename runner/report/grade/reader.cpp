#include <cmath>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>

#include "base/instant.hpp"
#include "report/grade/formats.hpp"

namespace arbiter::report {
namespace {

using model::Gradebook;
using Tree = nlohmann::json;
using Ids = std::set<std::string>;

/// The attempts of each student, by the student, the problem, the number and the origin.
using Attempts = std::map<std::tuple<std::string, std::string, int, std::string>, std::size_t>;

std::string text_in(const Tree& json, const char* key) {
  const Tree& value = json.at(key);
  return value.is_null() ? std::string() : value.get<std::string>();
}

/// The id of a row that was read.
std::string id_in(const Tree& json, const Ids& known) {
  auto id = json.get<std::string>();
  if (!known.contains(id)) throw std::out_of_range("no such id");
  return id;
}

model::Verdict verdict_in(const Tree& json) {
  if (json.is_null()) return model::Verdict::je;
  const auto verdict = model::parse_verdict(json.get<std::string>());
  if (!verdict) throw std::invalid_argument("no verdict");
  return *verdict;
}

model::GradeStatus status_in(const Tree& json) {
  using model::GradeStatus;
  const auto word = json.get<std::string>();
  for (const GradeStatus status :
       {GradeStatus::graded, GradeStatus::no_submission, GradeStatus::compile_error,
        GradeStatus::judge_error, GradeStatus::not_graded}) {
    if (model::word(status) == word) return status;
  }
  throw std::invalid_argument("no status");
}

model::Visibility visibility_in(const std::string& word) {
  if (word == "sample") return model::Visibility::sample;
  return word == "open" ? model::Visibility::open : model::Visibility::hidden;
}

model::GradedProblem read_problem(const Tree& json) {
  model::GradedProblem problem;
  problem.id = text_in(json, "id");
  problem.title = text_in(json, "title");
  problem.root = text_in(json, "root");
  problem.hash = text_in(json, "hash");
  problem.max_points = json.at("max_points").get<double>();
  for (const Tree& test : json.at("tests")) {
    problem.tests.push_back(text_in(test, "name"));
    problem.visibilities.push_back(visibility_in(text_in(test, "visibility")));
  }
  return problem;
}

model::Student read_student(const Tree& json) {
  model::Student student;
  for (const auto& [key, text] : model::k_student_texts)
    student.*text = text_in(json, key);
  student.on_roster = json.at("on_roster").get<bool>();
  return student;
}

model::Work read_work(const Tree& json, const Ids& problems) {
  model::Work work;
  work.problem = id_in(json.at("problem"), problems);
  work.sha256 = text_in(json, "sha256");
  work.fault = text_in(json, "fault");
  work.judgement.language = text_in(json, "language");
  work.judgement.unfinished = json.at("verdict").is_null() && work.fault.empty();
  work.judgement.verdict = verdict_in(json.at("verdict"));
  work.judgement.compile.ok = json.at("compile").at("ok").get<bool>();
  const double time_s = json.at("limits").at("time_s").get<double>();
  const double memory_mib = json.at("limits").at("memory_mib").get<double>();
  // Beyond what any limit is.
  constexpr double k_most = 1e9;
  if (std::abs(time_s) < k_most) work.judgement.limits.time = from_seconds(time_s);
  if (std::abs(memory_mib) < k_most) {
    work.judgement.limits.memory = Bytes{std::llround(memory_mib * 1048576.0)};
  }
  for (const Tree& one : json.at("tests")) {
    model::TestJudgement test;
    test.name = text_in(one, "name");
    test.verdict = verdict_in(one.at("verdict"));
    test.message = text_in(one, "reason");
    work.judgement.tests.push_back(std::move(test));
  }
  return work;
}

model::Attempt read_attempt(const Tree& json, const Ids& problems, const Ids& students) {
  model::Attempt attempt;
  for (const Tree& student : json.at("students"))
    attempt.students.push_back(id_in(student, students));
  attempt.problem = id_in(json.at("problem"), problems);
  attempt.number = json.at("number").get<int>();
  attempt.origin = text_in(json, "origin");
  attempt.sha256 = text_in(json, "sha256");
  const auto submitted = parse_instant(text_in(json, "submitted"));
  if (submitted) attempt.submitted = *submitted;
  return attempt;
}

model::Override read_override(const Tree& json) {
  model::Override row;
  row.points = json.at("points").get<double>();
  row.is_relative = json.at("relative").get<bool>();
  row.reason = text_in(json, "reason");
  return row;
}

/// The attempt that a grade names by its number and origin.
std::optional<std::size_t> attempt_of(const Attempts& attempts, const model::Grade& grade,
                                      const Tree& json) {
  if (json.is_null()) return std::nullopt;
  const auto found = attempts.find(
      {grade.student, grade.problem, json.at("number").get<int>(), text_in(json, "origin")});
  return found == attempts.end() ? std::nullopt : std::optional(found->second);
}

model::Grade read_grade(const Attempts& attempts, const Tree& json, const std::string& student,
                        const Ids& problems) {
  model::Grade grade;
  grade.student = student;
  grade.problem = id_in(json.at("problem"), problems);
  grade.status = status_in(json.at("status"));
  grade.points = json.at("points").get<double>();
  grade.max_points = json.at("max_points").get<double>();
  grade.raw_points = json.at("raw_points").get<double>();
  grade.late_minutes = json.at("late_minutes").get<std::int64_t>();
  grade.late_penalty = json.at("late_penalty").get<double>();
  grade.computed_points = json.at("computed_points").get<double>();
  if (!json.at("override").is_null()) grade.override = read_override(json.at("override"));
  grade.attempt = attempt_of(attempts, grade, json.at("attempt"));
  for (const Tree& words : json.at("words"))
    grade.words.push_back(words.get<std::string>());
  return grade;
}

Gradebook read_book(const Tree& json) {
  Gradebook book;
  book.arbiter_version = text_in(json, "arbiter");
  book.run = text_in(json, "run");
  book.started = text_in(json, "started");
  book.finished = text_in(json, "finished");
  book.sandbox_mode = text_in(json.at("sandbox"), "mode");
  book.unsandboxed = json.at("sandbox").at("unsandboxed").get<bool>();
  // Earlier versions did not write them.
  if (json.at("policy").contains("words")) book.policy_words = text_in(json.at("policy"), "words");
  book.policy.late.zone = json.at("policy").value("zone_s", std::int64_t{0});
  const auto language = std::ranges::find(model::k_feedback_languages,
                                          json.at("policy").value("language", std::string("en")));
  if (language != model::k_feedback_languages.end()) {
    book.policy.language =
        static_cast<model::FeedbackLanguage>(language - model::k_feedback_languages.begin());
  }
  if (text_in(json.at("policy").at("feedback"), "hidden") == "full")
    book.policy.feedback.hidden = model::Disclosure::full;
  Ids problems;
  for (const Tree& one : json.at("problems")) {
    book.problems.push_back(read_problem(one));
    problems.insert(book.problems.back().id);
  }
  Ids students;
  for (const Tree& one : json.at("students")) {
    book.students.push_back(read_student(one));
    students.insert(book.students.back().id);
  }
  for (const Tree& one : json.at("works"))
    book.works.push_back(read_work(one, problems));
  const auto works = model::places_of(book.works);
  Attempts attempts;
  for (const Tree& one : json.at("attempts")) {
    const model::Attempt& made = book.attempts.emplace_back(read_attempt(one, problems, students));
    if (!works.contains(made)) throw std::out_of_range("no such work");
    for (const std::string& student : made.students) {
      attempts.emplace(std::tuple(student, made.problem, made.number, made.origin),
                       book.attempts.size() - 1);
    }
  }
  for (const Tree& one : json.at("students")) {
    for (const Tree& grade : one.at("grades")) {
      model::Grade& made =
          book.grades.emplace_back(read_grade(attempts, grade, text_in(one, "id"), problems));
      if (made.attempt) made.work = works.at(book.attempts[*made.attempt]);
    }
  }
  for (const auto& [language, factor] : json.at("policy").at("time_factors").items())
    book.policy.time_factors[language] = factor.get<double>();
  return book;
}

}  // namespace

std::optional<Gradebook> read_gradebook(std::string_view json) {
  // Large parts that nobody asks for never become a tree.
  const auto keeps = [](int /*depth*/, Tree::parse_event_t event, Tree& parsed) {
    if (event != Tree::parse_event_t::key || !parsed.is_string()) return true;
    const auto& key = parsed.get_ref<const std::string&>();
    return key != "measured" && key != "stderr_tail" && key != "clusters" && key != "look_alikes" &&
           key != "log" && key != "helps" && key != "hints";
  };
  try {
    const Tree tree = Tree::parse(json, keeps);
    if (tree.at("schema").get<std::string>() != "arbiter/grade/1") return std::nullopt;
    return read_book(tree);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace arbiter::report
