#pragma once

#include "report/grade/formats.hpp"

namespace arbiter::report {

// One function a format of `grade`; the rows of formats.cpp name them. Those that take
// StudentViews write what students see.

/// One document `arbiter/grade/1`.
Result<GradeOutput> grade_json(const model::Gradebook& book, const GradeOutputOptions& options);
/// One line of JSON for every student and problem, in the field names of the document.
Result<GradeOutput> grade_jsonl(const model::Gradebook& book, const GradeOutputOptions& options);
/// A row for every student, of all problems together, with the points of each problem behind them.
Result<GradeOutput> grade_csv(const model::Gradebook& book, const GradeOutputOptions& options);
/// A row for every student and problem.
Result<GradeOutput> grade_problems_csv(const model::Gradebook& book,
                                       const GradeOutputOptions& options);
/// A row for every mistake in common, with a column to write comments into for --comments.
Result<GradeOutput> grade_clusters_csv(const model::Gradebook& book,
                                       const GradeOutputOptions& options);
/// A row for all that a person has to decide on, with a column to decide in, for --decisions.
Result<GradeOutput> grade_questions_csv(const model::Gradebook& book,
                                        const GradeOutputOptions& options);
/// A page on the programs that are alike: whose they are, and what they have in common side by
/// side.
Result<GradeOutput> grade_look_alikes(const model::Gradebook& book,
                                      const GradeOutputOptions& options);
/// The page of a report, for the teacher.
Result<GradeOutput> grade_html(const model::Gradebook& book, const GradeOutputOptions& options);
/// What a page shows of files.
Sources sources_of(std::vector<OutputFile> files);
/// JUnit XML: a suite a grade, a case a test, which passes if it is AC.
Result<GradeOutput> grade_junit(const model::Gradebook& book, const GradeOutputOptions& options);
/// The table of students and problems, and the summary, as a terminal shows them.
Result<GradeOutput> grade_plain_text(const model::Gradebook& book,
                                     const GradeOutputOptions& options);
/// A folder for each problem with one folder a submission, for JPlag and its like. Names are
/// s001, s002, … in an order that tells nothing; key.csv beside the folders says whose they are.
Result<GradeOutput> grade_jplag(const model::Gradebook& book, const GradeOutputOptions& options);

/// results.json of a Gradescope autograder, one for each student.
Result<GradeOutput> grade_gradescope(const StudentViews& views, const GradeOutputOptions& options);
/// result.json of Classroom 50, one for each student.
Result<GradeOutput> grade_classroom50(const StudentViews& views, const GradeOutputOptions& options);
/// Whether classroom, assignment and submission have names, and the scale is above 0.
Result<void> check_classroom50(const GradeOutputOptions& options);
/// A Moodle grading worksheet with grades and feedback filled in, and every other byte kept.
Result<GradeOutput> grade_moodle(const StudentViews& views, const GradeOutputOptions& options);
/// A Canvas grade book with one column of grades filled in or added, and every other byte kept.
Result<GradeOutput> grade_canvas(const StudentViews& views, const GradeOutputOptions& options);
/// Comments for "Upload Submissions" of Canvas: a page for each file that Canvas exported.
Result<GradeOutput> grade_canvas_zip(const StudentViews& views, const GradeOutputOptions& options);
/// Annotations for a GitHub workflow's standard output.
Result<GradeOutput> grade_github(const StudentViews& views, const GradeOutputOptions& options);
/// Markdown for a GitHub workflow's step summary.
Result<GradeOutput> grade_github_summary(const StudentViews& views,
                                         const GradeOutputOptions& options);
/// A file of feedback for each student, in Markdown.
Result<GradeOutput> grade_markdown(const StudentViews& views, const GradeOutputOptions& options);
/// A page of a report for each student, in a folder.
Result<GradeOutput> grade_pages(const StudentViews& views, const GradeOutputOptions& options);
/// Feedback files as web pages without scripts, for an archive.
Result<GradeOutput> grade_zip(const StudentViews& views, const GradeOutputOptions& options);
/// Feedback as Moodle's "upload multiple feedback files in a zip" takes it.
Result<GradeOutput> grade_moodle_zip(const StudentViews& views, const GradeOutputOptions& options);

}  // namespace arbiter::report
