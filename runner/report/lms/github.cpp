#include <fmt/format.h>

#include "base/text.hpp"
#include "model/points.hpp"
#include "report/grade/feedback.hpp"
#include "report/grade/writers.hpp"
#include "report/text/annotations.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

using model::Verdict;

// GitHub shows so much of a summary.
constexpr std::size_t k_most_summary = 1024 * 1024;

std::string title_of(const SeenProblem& problem, int decimals) {
  return fmt::format("{}: {}, {}/{}", problem.title, verdict_word(problem),
                     model::show_points(problem.points, decimals),
                     model::show_points(problem.max_points, decimals));
}

/// The first error of the compiler, at its place; the whole problem where there is none.
Annotation compile_annotation(const SeenProblem& problem) {
  if (auto found = compiler_annotation(problem.compile_log, problem.origin)) return *found;
  Annotation whole;
  whole.file = problem.origin;
  whole.message = problem.fault.empty() ? problem.compile_log : problem.fault;
  return whole;
}

Annotation annotation_of(const SeenProblem& problem, const std::vector<std::string>& lines,
                         int decimals) {
  Annotation annotation;
  if (problem.verdict == Verdict::ce) {
    annotation = compile_annotation(problem);
  } else {
    annotation.file = problem.origin;
    annotation.message = joined(lines, "\n");
  }
  const bool is_open = model::is_blank(problem.status) || !problem.is_final;
  annotation.kind = problem.verdict == Verdict::ac ? Severity::note
                    : is_open                      ? Severity::warning
                                                   : Severity::error;
  annotation.title = title_of(problem, decimals);
  return annotation;
}

}  // namespace

Result<GradeOutput> grade_github(const StudentViews& views, const GradeOutputOptions& options) {
  std::vector<Annotation> all;
  for (std::size_t s = 0; s < views.size(); ++s) {
    const StudentView view = views.view(s);
    for (std::size_t p = 0; p < view.problems().size(); ++p) {
      Annotation made = annotation_of(view.problems()[p], feedback_lines(view, p), view.decimals());
      // One log for many: say whose.
      if (views.size() > 1) made.title = tidy_line(view.student().id) + ": " + made.title;
      if (options.path_here && !made.file.empty()) made.file = options.path_here(made.file);
      all.push_back(std::move(made));
    }
  }
  return one_file(annotation_log(std::move(all)));
}

Result<GradeOutput> grade_github_summary(const StudentViews& views,
                                         const GradeOutputOptions& options) {
  std::string text;
  std::size_t omitted = 0;
  for (std::size_t s = 0; s < views.size(); ++s) {
    const std::string page = feedback_markdown(views.view(s), options.markdown_template) + "\n";
    constexpr std::size_t k_room_for_note = 100;
    if (text.size() + page.size() + k_room_for_note > k_most_summary) {
      ++omitted;
    } else {
      text += page;
    }
  }
  if (omitted > 0) text += fmt::format("and {} more\n", omitted);
  return one_file(std::move(text));
}

}  // namespace arbiter::report
