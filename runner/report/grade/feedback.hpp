#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "report/grade/view.hpp"

namespace arbiter::report {

/// What a student is told, as a file in Markdown: points of each problem and how they came to be,
/// the compiler's words, the first failing test as far as it may be known, and what the verdicts
/// mean. `form` is a template, in which "{{title}}", "{{student}}", "{{assignment}}", "{{points}}",
/// "{{summary}}", "{{problems}}" and "{{glossary}}" are filled in; empty: our own.
std::string feedback_markdown(const StudentView& view, std::string_view form = {});

/// The same as a page that needs nothing else. Nothing in it is markup but what this or the
/// template wrote.
std::string feedback_html(const StudentView& view, std::string_view form = {});

/// The same as the page of a report: all test cases, the failed ones in detail, as far as the view
/// shows them.
std::string student_page(const StudentView& view);

/// Error{usage} with the line of the first field that there is not.
Result<void> check_feedback_template(std::string_view form);

/// In a few lines, for a cell of a grade book: of one problem (an index into the view's), or of
/// all.
std::vector<std::string> feedback_lines(const StudentView& view,
                                        std::optional<std::size_t> problem);

/// "WA", or what stands for it where there is no verdict.
std::string verdict_word(const SeenProblem& problem);

/// The counterexample of a program that fails; without one the first test that it fails, best one
/// of which more than the verdict may be known; null: there is none.
const SeenTest* first_failing(const SeenProblem& problem);

/// All that is disclosed of a test, as plain text of several lines.
std::string test_explanation(const SeenTest& test, model::FeedbackLanguage language);

/// One test case to hand out to its student, as Markdown, and nothing else. All but the names are
/// raw bytes.
struct HandedCase {
  model::FeedbackLanguage language = model::FeedbackLanguage::en;
  std::string title;  ///< "Sorting fast, hidden test 3"
  model::Verdict verdict = model::Verdict::wa;
  std::string reason;  ///< which limit, signal or exit status, in a sentence; may be empty
  std::optional<std::string> input;
  std::optional<std::string> answer;
  std::string output;
  bool is_game = false;  ///< `output` is what was said
};
std::string case_for_student(const HandedCase& handed);

}  // namespace arbiter::report
