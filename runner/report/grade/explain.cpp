#include <fmt/format.h>

#include <algorithm>

#include "base/instant.hpp"
#include "base/text.hpp"
#include "model/points.hpp"
#include "model/verdict.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/formats.hpp"
#include "report/grade/view.hpp"
#include "report/text/excerpt.hpp"
#include "report/text/text_table.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

/// Every test with both of its names.
std::string test_table(const model::Gradebook& book, const model::GradedProblem& problem,
                       const model::Work& work, const Style& style) {
  TextTable table({{"test", Align::left, Clip::front, 8, 100},
                   {"for the student", Align::left, Clip::end, 8, 90},
                   {"verdict", Align::left, Clip::never, 0, 100},
                   {"why", Align::left, Clip::end, 8, 80}});
  for (const model::TestJudgement& test : work.judgement.tests) {
    const auto place = std::ranges::find(problem.tests, test.name) - problem.tests.begin();
    const auto at = static_cast<std::size_t>(place);
    const model::VerdictRow& row = model::row(test.verdict);
    table.add({one_line(test.name),
               at < problem.tests.size() ? one_line(student_name_of(problem, at, book.policy))
                                         : std::string(),
               Cell(std::string(row.code), row.color), one_line(test.message)});
  }
  return work.judgement.tests.empty() ? "" : table.text(style, 2);
}

std::string attempt_line(const model::Attempt& attempt, std::int64_t zone, const Style& style) {
  std::string text = fmt::format("attempt {}, {}", attempt.number, one_line(attempt.origin));
  if (attempt.submitted) text += ", handed in " + show_instant(*attempt.submitted, zone);
  return paragraph(style, "", "  ", text, 4);
}

/// The smallest input on which the program fails, or why there is none.
std::string counterexample_text(const model::Work& work, const Style& style) {
  constexpr std::size_t k_most_lines = 20;
  if (!work.counterexample) return {};
  const model::Counterexample& found = *work.counterexample;
  std::string text =
      found.none.empty()
          ? paragraph(style, "1", "  counterexample: ",
                      fmt::format("{} on this input:", model::code(found.test.verdict)), 4)
          : paragraph(style, "", "  no counterexample: ", found.none, 4);
  const auto add = [&](std::string_view title, const std::string& bytes) {
    if (bytes.empty()) return;
    if (!title.empty()) text += fmt::format("  {}:\n", title);
    text += quoted_block(bytes, k_most_lines, false, style);
  };
  add("", found.input);
  add("answer", found.answer);
  add("output", found.test.output_head);
  add("how the right answer comes about", found.course);
  add("other small inputs and their right outputs (after ≠: its own)", found.others);
  for (const std::string& hint : found.test.hints)
    text += paragraph(style, "", "  - ", one_line(hint), 4);
  return text;
}

/// What to type to see the first failing test again.
std::string repeat_text(const model::Grade& grade, const model::Work& work, std::string_view run) {
  const auto& tests = work.judgement.tests;
  const auto failing = std::ranges::find_if(
      tests, [](const model::TestJudgement& test) { return test.verdict != model::Verdict::ac; });
  if (failing == tests.end()) return {};
  return fmt::format("  repeat:\n    arbiter repro {} {} {}\n", shell_quoted(run),
                     shell_quoted(grade.student),
                     shell_quoted(grade.problem + "/" + failing->name));
}

std::string grade_text(const model::Gradebook& book, const model::Grade& grade,
                       const model::GradedProblem& problem, std::string_view run,
                       const Style& style) {
  const int decimals = book.policy.decimals;
  std::string text = paragraph(
      style, "1", one_line(problem.id) + ": ",
      fmt::format("{} of {} points, {}", model::show_points(grade.points, decimals),
                  model::show_points(grade.max_points, decimals), model::word(grade.status)),
      2);
  if (const model::Attempt* attempt = counting_attempt(book, grade))
    text += attempt_line(*attempt, book.policy.late.zone, style);
  for (const std::string& words : grade.words)
    text += paragraph(style, "", "  - ", one_line(words), 4);
  if (const model::Work* work = counting_work(book, grade)) {
    text += test_table(book, problem, *work, style);
    text += counterexample_text(*work, style);
    text += repeat_text(grade, *work, run);
  }
  return text;
}

}  // namespace

std::string explain_grades(const model::Gradebook& book, std::size_t student,
                           std::optional<std::size_t> problem, std::string_view run,
                           const Style& style) {
  std::string text =
      paragraph(style, "1", "", one_line(model::shown_name(book.students[student])), 2);
  if (!book.policy_words.empty())
    text += paragraph(style, "2", "policy   ", one_line(book.policy_words), 9);
  for (std::size_t p = 0; p < book.problems.size(); ++p) {
    const model::Grade* grade = grade_of(book, student, p);
    if (grade == nullptr || (problem && *problem != p)) continue;
    text += "\n" + grade_text(book, *grade, book.problems[p], run, style);
  }
  return text;
}

}  // namespace arbiter::report
