#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "model/gradebook.hpp"
#include "report/grade/view.hpp"
#include "report/report.hpp"

namespace arbiter::report {

/// All that a format makes of a grade book.
struct GradeOutput {
  std::vector<OutputFile> files;
  /// Not empty: a file among them, CSV, whose column "folder" names each folder that was made.
  /// Those that an earlier one at its place names are removed first.
  std::string index;
  bool is_archive = false;  ///< the files belong into one ZIP archive at the path asked for
  std::vector<std::string> warnings;  ///< what found no place, in whole sentences
};

/// A single file, at the path that was asked for.
GradeOutput one_file(std::string bytes);

/// What Classroom 50 tells its runner in the environment. All must be there for its document.
struct ClassroomFacts {
  std::string classroom;
  std::string assignment;
  std::string assignment_type = "individual";  ///< or "group"
  std::string owner;       ///< of the only student; empty: the student's user name, else the id
  std::string submission;  ///< its tag, "submit/…"
  std::string commit;      ///< URL, as the next two
  std::string release;
  std::string review;
  std::string actor;     ///< GitHub's name of who handed in; may be empty
  std::string actor_id;  ///< and its number of them
};

/// What formats need besides the grade book; each says in its row what it takes.
struct GradeOutputOptions {
  TestFiles test_files;  ///< full feedback; without it inputs and answers are not shown
  std::string feedback_folder = "feedback";  ///< csv: where feedback files lie, seen from there

  std::optional<std::size_t> problem;  ///< moodle, canvas: its points alone, else the sum of all
  std::string worksheet;               ///< moodle, canvas: the bytes of the teacher's own file
  std::string grade_column;     ///< moodle, canvas: title of the column of grades; empty: found
  std::string feedback_column;  ///< moodle: likewise of feedback

  double score_scale = 1;                    ///< classroom50: points times this, rounded
  ClassroomFacts classroom;                  ///< classroom50
  std::string markdown_template;             ///< markdown, github-summary: see feedback_markdown()
  std::string html_template;                 ///< zip, moodle-zip: see feedback_html()
  std::string hidden_visibility = "hidden";  ///< gradescope: of hidden tests, as it calls them
  /// github: a file as it is seen from the current folder, which is that of the repository.
  std::function<std::string(const std::string&)> path_here;
  AttemptFiles attempt_files;  ///< html, jplag, look-alikes, pages; without it none are shown
  bool is_anonymous = true;    ///< jplag
};

/// How the command line treats a format's path.
enum class OutputShape : std::uint8_t {
  file,
  folder,
  archive,
  each,  ///< a file if the grade book has one student, else a folder with a file for each
};

/// An output format of `grade`: one row of the registry. Formats that students see are functions
/// of StudentViews and so cannot hold more than what a student may know.
struct GradeFormat {
  using ForTeacher = Result<GradeOutput> (*)(const model::Gradebook&, const GradeOutputOptions&);
  using ForStudents = Result<GradeOutput> (*)(const StudentViews&, const GradeOutputOptions&);

  std::string_view name;       ///< "json"
  std::string_view extension;  ///< ".json"; tells the kind of -o PATH when left out; may be empty
  OutputShape shape = OutputShape::file;
  std::variant<ForTeacher, ForStudents> make;
  Result<void> (*check)(const GradeOutputOptions&) = nullptr;  ///< what else it needs; may be null
};

/// Whether Gradescope knows the visibility; Error{usage} names those that it knows.
Result<void> check_gradescope_visibility(const std::string& visibility);

std::span<const GradeFormat> grade_formats();

/// Whether all is there that a format needs besides the grade book, of which it can be told before
/// anything is judged. Error{usage} with the remedy.
Result<void> check_grade_output(const GradeFormat& format, const GradeOutputOptions& options);

/// What a format makes of a grade book. Errors: a worksheet or a fact is missing or cannot be
/// understood (usage), with the remedy.
Result<GradeOutput> make_grade_output(const GradeFormat& format, const model::Gradebook& book,
                                      const GradeOutputOptions& options);

/// What a run of `grade` found out, for the teacher's terminal: how the submissions lay, a line a
/// problem with verdicts and the mean, what needs a human (judge's errors, files of nobody,
/// look-alikes), mistakes that many made, and with a baseline who gains and who loses.
/// Warnings are left out where they were shown already.
std::string grade_summary(const model::Gradebook& book, const Style& style,
                          bool has_warnings = true);

/// How a student's grades came to be, at one problem or at all, for the teacher: points and
/// lateness in words, every test of the counting attempt with its own name and the student's, and
/// what to type to repeat the first that fails. `run` is how the run is called.
std::string explain_grades(const model::Gradebook& book, std::size_t student,
                           std::optional<std::size_t> problem, std::string_view run,
                           const Style& style);

/// Students and problems as a table of points, with the sum first.
std::string grade_table(const model::Gradebook& book, const Style& style);

/// How much of a document is read back.
enum class GradebookPart : std::uint8_t {
  /// What a later run asks for: problems, students, attempts, works with their limits and the
  /// verdict of each test, and grades.
  grades,
  /// Also what was measured, what programs wrote, mistakes in common and look-alikes.
  all,
};

/// Reads a document of schema arbiter/grade/1 back. None: no such document, or a damaged one.
std::optional<model::Gradebook> read_gradebook(std::string_view json,
                                               GradebookPart part = GradebookPart::grades);

}  // namespace arbiter::report
