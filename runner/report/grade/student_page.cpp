#include <algorithm>
#include <array>
#include <deque>
#include <set>

#include "base/instant.hpp"
#include "report/grade/feedback.hpp"
#include "report/grade/phrases.hpp"
#include "report/grade/writers.hpp"
#include "report/page/page.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Verdict;

/// A student's view as the matrix takes it: what was measured is not in it.
class StudentPage {
 public:
  explicit StudentPage(const StudentView& view) : view_(view), say_(view.language()) {
    for (std::size_t p = 0; p < view.problems().size(); ++p)
      add(p);
  }

  std::string file() {
    const std::string title = view_.assignment().empty() ? name() : view_.assignment();
    Json page = page_fields("student", "student", title);
    page["language"] = model::k_feedback_languages.at(static_cast<std::size_t>(view_.language()));
    matrix_.files.file = [this](std::size_t problem, const std::string& test, bool answer) {
      return file_of(problem, test, answer);
    };
    matrix_.files.sources = [this](std::size_t program) {
      const SeenProblem& seen = view_.problems()[matrix_.programs[program].problem];
      Sources sources = seen.sources ? sources_of(seen.sources()) : Sources();
      // As the student and the compiler's messages call it; it was judged under another name.
      if (sources.files.size() == 1) sources.files.front().name = base_name(seen.origin);
      return sources;
    };
    add_matrix(page, matrix_);
    page["student"] = student_fields();
    return page_file(title, table(), page);
  }

 private:
  [[nodiscard]] std::string name() const {
    const model::Student& who = view_.student();
    return who.name.empty() ? who.id : who.name;
  }

  void add(std::size_t place) {
    const SeenProblem& seen = view_.problems()[place];
    PageProblem problem;
    problem.id = std::to_string(place + 1);
    problem.title = seen.title;
    problem.max_points = seen.max_points;
    constexpr std::array<const char*, 3> k_words{"sample", "open", "hidden"};
    for (const SeenTest& test : shown_tests(seen)) {
      problem.tests.push_back({test.name, k_words.at(static_cast<std::size_t>(test.visibility))});
    }
    problem.glossary = glossary(seen);
    matrix_.problems.push_back(std::move(problem));
    program_of_.push_back(seen.verdict ? Json(matrix_.programs.size()) : Json());
    if (!seen.verdict) return;
    PageProgram program;
    program.problem = place;
    program.name = std::string(base_name(seen.origin));
    program.judgement = &judgements_.emplace_back(judged(seen));
    program.words = seen.words;
    program.reason = [tests = shown_tests(seen)](const model::TestJudgement& test) {
      const auto found = std::ranges::find(tests, test.name, &SeenTest::name);
      return found == tests.end() ? std::string() : found->reason;
    };
    matrix_.programs.push_back(std::move(program));
  }

  /// The counterexample stands among the test cases, before them.
  static std::vector<SeenTest> shown_tests(const SeenProblem& seen) {
    std::vector<SeenTest> all;
    if (seen.counterexample) all.push_back(*seen.counterexample);
    all.insert(all.end(), seen.tests.begin(), seen.tests.end());
    return all;
  }

  static model::SubmissionJudgement judged(const SeenProblem& seen) {
    model::SubmissionJudgement judgement;
    judgement.verdict = *seen.verdict;
    judgement.compile.ok = seen.verdict != Verdict::ce;
    judgement.compile.log = seen.compile_log;
    judgement.compile.helps = seen.helps;
    for (const SeenTest& test : shown_tests(seen)) {
      model::TestJudgement shown;
      shown.name = test.name;
      shown.verdict = test.verdict;
      shown.run.ending = model::Ending::not_run;  // nothing that was measured
      shown.message = test.message;
      shown.first_difference = test.difference;
      shown.hints = test.hints;
      shown.output_head = test.output;
      shown.error_tail = test.error_tail;
      judgement.tests.push_back(std::move(shown));
    }
    for (const model::GroupPoints& group : seen.groups) {
      model::GroupJudgement points;
      points.name = group.name;
      points.verdict = group.passed == group.tests ? Verdict::ac : Verdict::wa;
      points.score = group.points;
      points.max_score = group.max_points;
      judgement.groups.push_back(std::move(points));
    }
    return judgement;
  }

  [[nodiscard]] std::vector<std::pair<std::string, std::string>> glossary(
      const SeenProblem& seen) const {
    std::set<Verdict> occurring;
    if (seen.verdict) occurring.insert(*seen.verdict);
    for (const SeenTest& test : seen.tests)
      occurring.insert(test.verdict);
    std::vector<std::pair<std::string, std::string>> meanings;
    for (const Verdict verdict : occurring) {
      const std::string code(model::code(verdict));
      meanings.emplace_back(code, say_.verdict(verdict) + ": " + say_(code + "_means"));
    }
    return meanings;
  }

  [[nodiscard]] std::optional<model::FileHead> file_of(std::size_t problem, const std::string& test,
                                                       bool answer) const {
    const auto tests = shown_tests(view_.problems()[problem]);
    const auto seen = std::ranges::find(tests, test, &SeenTest::name);
    if (seen == tests.end()) return std::nullopt;
    const std::string& text = answer ? seen->answer : seen->input;
    if (text.empty()) return std::nullopt;
    return model::FileHead{text, Bytes{static_cast<std::int64_t>(text.size())}, 0, {}};
  }

  [[nodiscard]] std::string of_points(const SeenProblem& seen) const {
    return say_.points(seen.points, seen.max_points, view_.decimals());
  }

  [[nodiscard]] Json student_fields() const {
    Json problems = Json::array();
    for (std::size_t p = 0; p < view_.problems().size(); ++p) {
      const SeenProblem& seen = view_.problems()[p];
      problems.push_back(Json{{"status", model::word(seen.status)},
                              {"program", program_of_[p]},
                              {"points", seen.is_blank ? Json() : Json(seen.points)},
                              {"max_points", seen.max_points},
                              {"sentence", page_text(of_points(seen))},
                              {"words", array_of(seen.words, page_text)},
                              {"fault", page_text(seen.fault)},
                              {"submitted", seen.submitted ? utc_text(*seen.submitted) : ""}});
    }
    return Json{{"name", page_text(name())},
                {"points", view_.is_blank() ? Json() : Json(view_.points())},
                {"max_points", view_.max_points()},
                {"decimals", view_.decimals()},
                {"zone_s", view_.zone()},
                {"problems", std::move(problems)}};
  }

  [[nodiscard]] std::string table() const {
    std::vector<std::vector<std::string>> rows = {
        {say_("problem"), say_("result"), say_("points_title")}};
    for (const SeenProblem& seen : view_.problems()) {
      rows.push_back({seen.title, seen.verdict ? say_.verdict(*seen.verdict) : say_("no_result"),
                      of_points(seen)});
    }
    return plain_table(rows);
  }

  const StudentView& view_;
  Phrases say_;
  std::deque<model::SubmissionJudgement> judgements_;  ///< which programs point to
  PageMatrix matrix_;
  std::vector<Json> program_of_;  ///< by problem
};

}  // namespace

std::string student_page(const StudentView& view) {
  return StudentPage(view).file();
}

}  // namespace arbiter::report
