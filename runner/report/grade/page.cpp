#include "report/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/instant.hpp"
#include "base/text.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/writers.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Gradebook;
using Places = std::unordered_map<std::string, std::size_t>;  ///< by id

/// Where everything of a grade book stands in its page. Works that nobody can see are left out.
class GradePage {
 public:
  GradePage(const Gradebook& book, const GradeOutputOptions& options)
      : book_(book), options_(options) {
    for (std::size_t i = 0; i < book.students.size(); ++i)
      students_.emplace(book.students[i].id, i);
    for (std::size_t i = 0; i < book.problems.size(); ++i)
      problems_.emplace(book.problems[i].id, i);
    attempts_of_works();
  }

  std::string file() {
    const std::string title = book_.policy.assignment.empty() ? "Grades" : book_.policy.assignment;
    Json page = page_fields("grade", "teacher", title);
    page["language"] =
        model::k_feedback_languages.at(static_cast<std::size_t>(book_.policy.language));
    page["run"].update(run_fields());
    page["notes"] = array_of(book_.warnings, page_text);
    add_matrix(page, matrix());
    page["course"] = course_fields();
    if (!book_.baseline.empty()) page["against"] = against_fields();
    return page_file(title, table(), page);
  }

 private:
  /// The first attempt of each work.
  void attempts_of_works() {
    const auto places = model::places_of(book_.works);
    attempt_of_.assign(book_.works.size(), book_.attempts.size());
    for (std::size_t a = 0; a < book_.attempts.size(); ++a) {
      const auto work = places.find(book_.attempts[a]);
      if (work == places.end()) continue;
      work_of_.emplace(a, work->second);
      attempt_of_[work->second] = std::min(attempt_of_[work->second], a);
    }
  }

  [[nodiscard]] Json run_fields() const {
    return Json{{"id", book_.run},
                {"arbiter", book_.arbiter_version},
                {"started", book_.started},
                {"finished", book_.finished},
                {"interrupted", book_.finished.empty()},
                {"sandbox", book_.sandbox_mode},
                {"unsandboxed", book_.unsandboxed}};
  }

  [[nodiscard]] PageProblem problem(const model::GradedProblem& graded) const {
    PageProblem shown;
    shown.id = graded.id;
    shown.title = graded.title.empty() ? graded.id : graded.title;
    shown.hash = graded.hash;
    shown.limits = graded.limits;
    shown.is_scoring = graded.is_scoring;
    shown.max_points = graded.max_points;
    constexpr std::array<const char*, 3> k_words{"sample", "open", "hidden"};
    for (std::size_t t = 0; t < graded.tests.size(); ++t) {
      const auto seen =
          t < graded.visibilities.size() ? graded.visibilities[t] : model::Visibility::hidden;
      shown.tests.push_back({graded.tests[t], k_words.at(static_cast<std::size_t>(seen))});
    }
    return shown;
  }

  [[nodiscard]] PageProgram program(std::size_t work) const {
    const model::Work& graded = book_.works[work];
    PageProgram row;
    row.problem = problems_.at(graded.problem);
    row.judgement = &graded.judgement;
    row.name = graded.sha256.substr(0, 12);
    if (attempt_of_[work] < book_.attempts.size()) {
      const model::Attempt& attempt = book_.attempts[attempt_of_[work]];
      row.name = attempt.origin;
      row.students = students_of(attempt.students);
    }
    for (const model::Grade& grade : book_.grades) {
      if (grade.attempt && grade.work == work) row.words = grade.words;
    }
    if (!graded.fault.empty()) row.words.push_back(graded.fault);
    return row;
  }

  [[nodiscard]] PageMatrix matrix() const {
    PageMatrix shown;
    for (const model::GradedProblem& one : book_.problems)
      shown.problems.push_back(problem(one));
    for (std::size_t w = 0; w < book_.works.size(); ++w)
      shown.programs.push_back(program(w));
    if (options_.test_files) {
      shown.files.file = [this](std::size_t problem, const std::string& test, bool answer) {
        return file_of(problem, test, answer);
      };
    }
    shown.files.sources = [this](std::size_t work) { return sources_of_work(work); };
    return shown;
  }

  [[nodiscard]] std::optional<model::FileHead> file_of(std::size_t problem, const std::string& test,
                                                       bool answer) const {
    const auto& tests = book_.problems[problem].tests;
    const auto place = std::ranges::find(tests, test);
    if (place == tests.end()) return std::nullopt;
    std::string head = options_.test_files(book_.problems[problem].id,
                                           static_cast<std::size_t>(place - tests.begin()), answer);
    if (head.empty()) return std::nullopt;
    const Bytes size{static_cast<std::int64_t>(head.size())};
    return model::FileHead{std::move(head), size, 0, {}};
  }

  [[nodiscard]] Sources sources_of_work(std::size_t work) const {
    if (!options_.attempt_files) return {{}, "sources may say who wrote them"};
    if (attempt_of_[work] == book_.attempts.size()) return {};
    return sources_of(options_.attempt_files(attempt_of_[work]));
  }

  [[nodiscard]] Json grade_fields(const model::Grade& grade) const {
    const model::Attempt* attempt = counting_attempt(book_, grade);
    const auto verdict = grade_verdict(book_, grade);
    const bool is_blank = model::is_blank(grade.status) && !grade.override;
    const bool has_work = counting_work(book_, grade) != nullptr;
    const bool has_time = attempt != nullptr && attempt->submitted;
    return Json{{"status", model::word(grade.status)},
                {"verdict", verdict ? model::code(*verdict) : ""},
                {"points", is_blank ? Json() : Json(grade.points)},
                {"raw_points", grade.raw_points},
                {"max_points", grade.max_points},
                {"late_minutes", grade.late_minutes},
                {"late_penalty", grade.late_penalty},
                {"is_overridden", grade.override.has_value()},
                {"submitted", has_time ? utc_text(*attempt->submitted) : ""},
                {"program", has_work ? Json(grade.work) : Json()},
                {"words", array_of(grade.words, page_text)}};
  }

  [[nodiscard]] Json student_fields(std::size_t student) const {
    const model::Student& who = book_.students[student];
    const GradeTotal total = total_of(book_, student);
    Json grades = Json::array();
    for (std::size_t p = 0; p < book_.problems.size(); ++p) {
      const model::Grade* grade = grade_of(book_, student, p);
      grades.push_back(grade_fields(grade != nullptr ? *grade : model::Grade()));
    }
    return Json{{"id", page_text(who.id)},
                {"name", page_text(who.name)},
                {"group", page_text(who.group)},
                {"on_roster", who.on_roster},
                {"points", total.is_blank ? Json() : Json(total.points)},
                {"max_points", total.max_points},
                {"grades", std::move(grades)}};
  }

  /// Null for what the book does not have.
  [[nodiscard]] static Json place_of(const Places& places, const std::string& id) {
    const auto found = places.find(id);
    return found == places.end() ? Json() : Json(found->second);
  }

  [[nodiscard]] std::vector<std::size_t> students_of(const std::vector<std::string>& ids) const {
    std::vector<std::size_t> all;
    for (const std::string& id : ids) {
      const auto student = students_.find(id);
      if (student != students_.end()) all.push_back(student->second);
    }
    return all;
  }

  [[nodiscard]] Json cluster_fields(const model::MistakeCluster& cluster) const {
    return Json{{"problem", place_of(problems_, cluster.problem)},
                {"verdict", model::code(cluster.verdict)},
                {"first_failing", page_text(cluster.first_failing)},
                {"words", page_text(cluster.words)},
                {"programs", cluster.works},
                {"students", students_of(cluster.students)},
                {"comment", page_text(cluster.comment)}};
  }

  [[nodiscard]] Json look_alike_fields(const model::LookAlike& pair) const {
    const auto place = [](const model::LineRange& lines) {
      return Json{{"file", lines.file}, {"first", lines.first}, {"last", lines.last}};
    };
    Json programs = Json::array();
    for (const std::size_t attempt : pair.attempts) {
      const auto work = work_of_.find(attempt);
      if (work != work_of_.end()) programs.push_back(work->second);
    }
    return Json{{"problem", place_of(problems_, pair.problem)},
                {"is_identical", pair.is_identical},
                {"score", pair.score},
                {"programs", std::move(programs)},
                {"lines", array_of(pair.lines, [&](const model::LikeLines& both) {
                   return Json::array({place(both.one), place(both.other)});
                 })}};
  }

  [[nodiscard]] static Json question_fields(const model::Question& one) {
    return Json{{"kind", one.kind},
                {"student", page_text(one.student)},
                {"problem", page_text(one.problem)},
                {"test", page_text(one.test)},
                {"file", page_text(one.file)},
                {"what", page_text(one.what)},
                {"todo", page_text(one.todo)},
                {"decision", page_text(one.decision)}};
  }

  [[nodiscard]] Json course_fields() const {
    Json students = Json::array();
    for (std::size_t s = 0; s < book_.students.size(); ++s)
      students.push_back(student_fields(s));
    const auto close_call = [&](const CloseCall& one) {
      return Json{{"student", place_of(students_, one.student)},
                  {"problem", place_of(problems_, one.problem)},
                  {"test", page_text(one.test)},
                  {"words", page_text(one.words)}};
    };
    return Json{{"policy", page_text(book_.policy_words)},
                {"decimals", book_.policy.decimals},
                {"zone_s", book_.policy.late.zone},
                {"students", std::move(students)},
                {"clusters",
                 array_of(book_.clusters, [&](const auto& one) { return cluster_fields(one); })},
                {"look_alikes", array_of(book_.look_alikes,
                                         [&](const auto& one) { return look_alike_fields(one); })},
                {"questions", array_of(questions_of(book_), question_fields)},
                {"close_calls", array_of(close_calls(book_), close_call)}};
  }

  [[nodiscard]] Json against_fields() const {
    const auto change = [&](const model::GradeChange& one) {
      return Json{{"student", place_of(students_, one.student)},
                  {"problem", place_of(problems_, one.problem)},
                  {"before", one.before},
                  {"after", one.after},
                  {"why", page_text(one.why)}};
    };
    return Json{{"run", book_.baseline},
                {"started", ""},
                {"note", ""},
                {"programs", Json::array()},
                {"changes", array_of(book_.changes, change)}};
  }

  [[nodiscard]] std::string table() const {
    std::vector<std::vector<std::string>> rows = {{"student", "points"}};
    for (const model::GradedProblem& one : book_.problems)
      rows.front().push_back(one.id);
    const auto points = [](bool is_blank, double points, double most) {
      return is_blank ? std::string() : fmt::format("{:g}/{:g}", points, most);
    };
    for (std::size_t s = 0; s < book_.students.size(); ++s) {
      const GradeTotal total = total_of(book_, s);
      rows.push_back({model::shown_name(book_.students[s]),
                      points(total.is_blank, total.points, total.max_points)});
      for (std::size_t p = 0; p < book_.problems.size(); ++p) {
        const model::Grade* grade = grade_of(book_, s, p);
        if (grade == nullptr) continue;
        const auto verdict = grade_verdict(book_, *grade);
        rows.back().push_back(fmt::format("{} {}", verdict ? model::code(*verdict) : "",
                                          points(model::is_blank(grade->status) && !grade->override,
                                                 grade->points, grade->max_points)));
      }
    }
    return plain_table(rows);
  }

  const Gradebook& book_;
  const GradeOutputOptions& options_;
  Places students_;
  Places problems_;
  std::unordered_map<std::size_t, std::size_t> work_of_;  ///< by attempt
  std::vector<std::size_t> attempt_of_;                   ///< by work
};

}  // namespace

Sources sources_of(std::vector<OutputFile> files) {
  Sources sources;
  for (OutputFile& file : files) {
    const Bytes size{static_cast<std::int64_t>(file.bytes.size())};
    sources.files.push_back({std::move(file.name), std::move(file.bytes), size});
  }
  return sources;
}

Result<GradeOutput> grade_html(const Gradebook& book, const GradeOutputOptions& options) {
  return one_file(GradePage(book, options).file());
}

}  // namespace arbiter::report
