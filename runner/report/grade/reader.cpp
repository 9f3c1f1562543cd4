#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
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

/// The nearest nanosecond; nothing for what no time is.
Nanoseconds time_in(const Tree& json) {
  constexpr double k_most = 1e9;
  const auto value = json.get<double>();
  return std::abs(value) < k_most ? from_seconds(value) : Nanoseconds{};
}

Bytes mebibytes_in(const Tree& json) {
  constexpr double k_most = 1e9;
  const auto value = json.get<double>();
  return Bytes{std::abs(value) < k_most ? std::llround(value * 1048576.0) : 0};
}

model::RunLimits limits_in(const Tree& json) {
  return {time_in(json.at("time_s")), time_in(json.at("wall_s")),
          mebibytes_in(json.at("memory_mib")), mebibytes_in(json.at("output_mib"))};
}

model::GradedProblem read_problem(const Tree& json) {
  model::GradedProblem problem;
  problem.id = text_in(json, "id");
  problem.title = text_in(json, "title");
  problem.root = text_in(json, "root");
  problem.hash = text_in(json, "hash");
  problem.max_points = json.at("max_points").get<double>();
  problem.limits = limits_in(json.at("limits"));
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

std::optional<double> number_in(const Tree& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

std::vector<std::string> texts_in(const Tree& json) {
  return json.get<std::vector<std::string>>();
}

std::optional<FirstDifference> difference_in(const Tree& json) {
  if (json.is_null()) return std::nullopt;
  return FirstDifference{json.at("output_line"),    json.at("output_column"),
                         json.at("answer_line"),    json.at("answer_column"),
                         text_in(json, "expected"), text_in(json, "got"),
                         json.at("expected_end"),   json.at("got_end")};
}

model::RunRecord run_in(const Tree& json) {
  const Tree& measured = json.at("measured");
  model::RunRecord run;
  run.ending = model::parse_ending(text_in(measured, "ending")).value_or(run.ending);
  run.cpu = time_in(measured.at("cpu_s"));
  run.wall = time_in(measured.at("wall_s"));
  run.memory = Bytes{measured.at("memory_kib").get<std::int64_t>() * 1024};
  run.approximate = measured.at("approximate").get<bool>();
  run.was_rerun = measured.at("rerun").get<bool>();
  if (!json.at("exit_status").is_null()) run.exit_status = json.at("exit_status").get<int>();
  if (!json.at("signal").is_null()) run.signal = json.at("signal").get<int>();
  return run;
}

/// What a page shows besides the verdict.
void read_details(const Tree& json, model::TestJudgement& test) {
  test.run = run_in(json);
  test.message = text_in(json, "message");
  test.score = number_in(json.at("score"));
  test.max_score = number_in(json.at("max_score"));
  test.first_difference = difference_in(json.at("first_difference"));
  test.hints = texts_in(json.at("hints"));
  test.error_tail = text_in(json, "stderr_tail");
}

model::LineRange lines_in(const Tree& json) {
  return {json.at("file"), json.at("first"), json.at("last")};
}

model::MistakeCluster read_cluster(const Tree& json) {
  model::MistakeCluster cluster;
  cluster.id = text_in(json, "id");
  cluster.problem = text_in(json, "problem");
  cluster.verdict = verdict_in(json.at("verdict"));
  cluster.first_failing = text_in(json, "first_failing");
  cluster.words = text_in(json, "words");
  cluster.works = json.at("works").get<std::vector<std::size_t>>();
  cluster.students = texts_in(json.at("students"));
  cluster.comment = text_in(json, "comment");
  return cluster;
}

model::LookAlike read_look_alike(const Tree& json, const std::vector<model::Attempt>& attempts) {
  model::LookAlike pair;
  pair.problem = text_in(json, "problem");
  pair.is_identical = json.at("identical").get<bool>();
  pair.score = json.at("score").get<int>();
  for (const Tree& one : json.at("attempts")) {
    const auto place = std::ranges::find_if(attempts, [&](const model::Attempt& attempt) {
      return attempt.problem == pair.problem && attempt.origin == text_in(one, "origin") &&
             attempt.students == texts_in(one.at("students"));
    });
    if (place == attempts.end()) throw std::out_of_range("no such attempt");
    pair.attempts.push_back(static_cast<std::size_t>(place - attempts.begin()));
  }
  for (const Tree& both : json.at("lines"))
    pair.lines.push_back({lines_in(both.at(0)), lines_in(both.at(1))});
  return pair;
}

/// What a page shows of a class besides its grades.
void read_details(const Tree& json, Gradebook& book) {
  for (const Tree& one : json.at("clusters"))
    book.clusters.push_back(read_cluster(one));
  for (const Tree& one : json.at("look_alikes"))
    book.look_alikes.push_back(read_look_alike(one, book.attempts));
  for (const Tree& one : json.at("unattributed"))
    book.unattributed.push_back(
        {text_in(one, "path"), text_in(one, "why"), text_in(one, "help"), {}, {}});
  book.warnings = texts_in(json.at("warnings"));
}

/// Of a counterexample what is shown again: sentences on what inputs have in common and on how the
/// time grows are hints.
model::Counterexample read_counterexample(const Tree& json) {
  model::Counterexample found;
  found.none = json.value("none", std::string());
  const auto add_hint = [&](const char* key) {
    if (json.contains(key) && !json.at(key).is_null())
      found.test.hints.push_back(text_in(json, key));
  };
  if (!found.none.empty()) {
    add_hint("growth");
    return found;
  }
  found.test.verdict = verdict_in(json.at("verdict"));
  read_details(json, found.test);
  found.test.output_head = text_in(json, "output");
  found.input = text_in(json, "input");
  found.answer = text_in(json, "answer");
  found.course = json.value("course", std::string());
  found.others = json.value("others", std::string());
  add_hint("pattern");
  add_hint("growth");
  return found;
}

model::Work read_work(const Tree& json, const Ids& problems, GradebookPart part) {
  model::Work work;
  work.problem = id_in(json.at("problem"), problems);
  work.sha256 = text_in(json, "sha256");
  work.fault = text_in(json, "fault");
  work.judgement.language = text_in(json, "language");
  work.judgement.unfinished = json.at("verdict").is_null() && work.fault.empty();
  work.judgement.verdict = verdict_in(json.at("verdict"));
  work.judgement.compile.ok = json.at("compile").at("ok").get<bool>();
  work.judgement.limits = limits_in(json.at("limits"));
  if (part == GradebookPart::all) {
    work.judgement.compile.log = text_in(json.at("compile"), "log");
    work.judgement.compile.helps = texts_in(json.at("compile").at("helps"));
  }
  const bool has_example = json.contains("counterexample") && !json.at("counterexample").is_null();
  if (has_example && part == GradebookPart::all)
    work.counterexample = read_counterexample(json.at("counterexample"));
  for (const Tree& one : json.at("tests")) {
    model::TestJudgement test;
    test.name = text_in(one, "name");
    test.verdict = verdict_in(one.at("verdict"));
    test.message = text_in(one, "reason");
    if (part == GradebookPart::all) read_details(one, test);
    if (!json.at("deciding_test").is_null() && text_in(json, "deciding_test") == test.name)
      work.judgement.deciding_test = work.judgement.tests.size();
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
  return {"", "", json.at("points"), json.at("relative"), text_in(json, "reason"), 0};
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
  grade.words = texts_in(json.at("words"));
  return grade;
}

Gradebook read_book(const Tree& json, GradebookPart part) {
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
    book.works.push_back(read_work(one, problems, part));
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
  for (const auto& [id, factor] : json.at("policy").at("time_factors").items())
    book.policy.time_factors[id] = factor.get<double>();
  if (part == GradebookPart::all) read_details(json, book);
  return book;
}

}  // namespace

std::optional<Gradebook> read_gradebook(std::string_view json, GradebookPart part) {
  // Large parts that nobody asks for never become a tree.
  const auto keeps = [part](int /*depth*/, Tree::parse_event_t event, Tree& parsed) {
    const bool is_key = event == Tree::parse_event_t::key && parsed.is_string();
    if (part == GradebookPart::all || !is_key) return true;
    const auto& key = parsed.get_ref<const std::string&>();
    return key != "measured" && key != "stderr_tail" && key != "clusters" && key != "look_alikes" &&
           key != "counterexample" && key != "log" && key != "helps" && key != "hints";
  };
  try {
    const Tree tree = Tree::parse(json, keeps);
    if (tree.at("schema").get<std::string>() != "arbiter/grade/1") return std::nullopt;
    return read_book(tree, part);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace arbiter::report
