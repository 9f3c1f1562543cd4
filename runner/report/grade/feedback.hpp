#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/grade/view.hpp"

namespace arbiter::report {

/// What a student is told, as a file in Markdown: points of each problem and how they came to be,
/// the compiler's words, failing tests, and of some of them as much as may be known.
std::string feedback_markdown(const StudentView& view);

/// The same as a page that needs nothing else. Nothing in it is markup but what this wrote.
std::string feedback_html(const StudentView& view);

/// A page around what is markup already; `style` is added to that of all pages.
std::string html_page(const std::string& title, std::string_view style, const std::string& body);

/// In a few lines, for a cell of a grade book: of one problem (an index into the view's), or of
/// all.
std::vector<std::string> feedback_lines(const StudentView& view,
                                        std::optional<std::size_t> problem);

/// "WA", or what stands for it where there is no verdict.
std::string verdict_word(const SeenProblem& problem);

/// All that is disclosed of a failing test, as plain text of several lines.
std::string test_explanation(const SeenTest& test);

}  // namespace arbiter::report
