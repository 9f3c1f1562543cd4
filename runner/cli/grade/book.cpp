#include <algorithm>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/instant.hpp"
#include "cli/common/version.hpp"
#include "cli/grade/call.hpp"
#include "grade/points/points.hpp"
#include "judge/run/test_keys.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_beneath = "overridden.csv";

/// The problem as it is graded, with what judging it depends on.
model::GradedProblem problem_of(const GradeCall& call, std::size_t problem) {
  const judge::OpenProblem& one = call.problems[problem];
  model::GradedProblem graded = grade::graded_problem(one.problem, call.policy);
  graded.root = one.given;
  graded.limits = call.engine->plan_of(problem).limits;
  if (const auto hash = judge::hash_problem(one.problem)) graded.hash = *hash;
  return graded;
}

/// All that was handed in and judged, without grades.
model::Gradebook whole_book(const GradeCall& call) {
  model::Gradebook book;
  book.arbiter_version = version();
  book.run = call.run;
  book.started = call.started;
  book.finished = utc_now();
  book.sandbox_mode = box::mode_name(call.mode);
  book.unsandboxed = call.mode == box::Mode::unsandboxed;
  book.layout = call.intake->layout;
  book.policy = call.policy;
  book.decisions = call.decisions;
  book.policy_words = policy_line(call);
  book.warnings = call.intake->notes;
  for (std::size_t p = 0; p < call.problems.size(); ++p)
    book.problems.push_back(problem_of(call, p));
  book.students = call.intake->students;
  book.unattributed = call.intake->unattributed;
  book.attempts = call.works.attempts;
  book.works = call.works.works;
  return book;
}

/// What students got with the packages, and what the policy names.
grade::GivenFiles given_files(const GradeCall& call) {
  grade::GivenFiles given;
  for (const judge::OpenProblem& one : call.problems) {
    std::vector<fs::path>& files = given[one.problem.id];
    files = one.problem.attachments;
    const auto add = [&](const std::vector<fs::path>& more) {
      files.insert(files.end(), more.begin(), more.end());
    };
    for (const auto& [language, included] : one.problem.includes)
      add(included.files);
    add(grade::policy_of(one.problem.id, call.policy).templates);
  }
  return given;
}

}  // namespace

MadeBook make_book(const GradeCall& call, const Selection& selection,
                   const grade::PointsByName& before) {
  MadeBook made = grade::part_of(whole_book(call), selection.students, selection.problems);
  grade::complete(made, call.works.submissions,
                  {call.extensions, call.overrides, before, call.options.allow_extra},
                  call.comments, given_files(call));
  for (std::size_t p = 0; p < call.own_solutions.size(); ++p) {
    if (!selection.problems.contains(call.problems[p].problem.id)) continue;
    auto warnings = grade::failures_of_own(call.problems[p].problem.id, call.own_solutions[p]);
    std::ranges::move(warnings, std::back_inserter(made.book.warnings));
  }
  return made;
}

report::GradeOutputOptions output_options(const GradeCall& call, const MadeBook& made) {
  report::GradeOutputOptions options = call.given;
  options.hidden_visibility = call.options.hidden_as;
  options.grade_column = call.options.grade_column;
  options.feedback_column = call.options.feedback_column;
  options.is_anonymous = !call.options.with_names;
  options.path_here = path_here;
  options.feedback_folder = (call.out / "feedback").string();
  if (made.book.problems.size() == 1) options.problem = 0;
  add_files(
      call.problems, made.book,
      [&call](const model::WorkId& id) -> std::optional<judge::Submission> {
        const auto found = call.works.submissions.find(id);
        return found == call.works.submissions.end() ? std::nullopt : std::optional(found->second);
      },
      options);
  return options;
}

void add_changes(const model::Gradebook& before, model::Gradebook& book) {
  grade::Comparison found = grade::compare_books(before, book);
  book.baseline = before.run;
  book.changes = std::move(found.changes);
  book.warnings.insert(book.warnings.end(), found.warnings.begin(), found.warnings.end());
}

grade::PointsByName points_beneath(const GradeCall& call) {
  const auto text = read_file(call.out / k_beneath, mib(64));
  return text ? grade::read_beneath_table(*text, call.overrides) : grade::PointsByName();
}

Result<void> keep_decisions(const GradeCall& call, const model::Gradebook& book,
                            const grade::PointsByName& before) {
  for (const DecisionTable* table : {&call.extensions_table, &call.overrides_table,
                                     &call.comments_table, &call.decisions_table}) {
    if (table->text) ARBITER_CHECK(write_file(call.out / table->name, *table->text));
  }
  if (call.overrides.empty()) return {};
  return write_file(call.out / k_beneath, grade::beneath_table(book, call.overrides, before));
}

}  // namespace arbiter::cli
