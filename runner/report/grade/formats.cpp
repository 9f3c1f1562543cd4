#include "report/grade/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/grade/writers.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

using ForTeacher = Result<GradeOutput> (*)(const model::Gradebook&, const GradeOutputOptions&);
using ForStudents = Result<GradeOutput> (*)(const StudentViews&, const GradeOutputOptions&);

constexpr GradeFormat teachers(std::string_view name, std::string_view extension, OutputShape shape,
                               ForTeacher make, std::string_view summary) {
  return {name, extension, shape, summary, false, make, nullptr};
}

constexpr GradeFormat students(std::string_view name, std::string_view extension, OutputShape shape,
                               ForStudents make, std::string_view summary) {
  return {name, extension, shape, summary, false, nullptr, make};
}

constexpr GradeFormat checked(GradeFormat format,
                              Result<void> (*check)(const GradeOutputOptions&)) {
  format.check = check;
  return format;
}

constexpr GradeFormat filled_in(std::string_view name, ForStudents make, std::string_view summary) {
  return {name, "", OutputShape::file, summary, true, nullptr, make};
}

constexpr OutputShape k_file = OutputShape::file;
constexpr OutputShape k_folder = OutputShape::folder;
constexpr OutputShape k_archive = OutputShape::archive;
constexpr OutputShape k_each = OutputShape::each;

constexpr std::array k_grade_formats = {
    teachers("human", ".txt", k_file, grade_plain_text, "tables for a terminal"),
    teachers("json", ".json", k_file, grade_json, "one document, schema arbiter/grade/1"),
    teachers("jsonl", ".jsonl", k_file, grade_jsonl, "one line for each student and problem"),
    teachers("csv", ".csv", k_file, grade_csv, "one row for each student"),
    teachers("csv-problems", "", k_file, grade_problems_csv,
             "one row for each student and problem"),
    teachers("clusters", "", k_file, grade_clusters_csv,
             "one row for each mistake in common, to be commented"),
    teachers("junit", ".xml", k_file, grade_junit, "JUnit XML, for continuous integration"),
    students("gradescope", "", k_each, grade_gradescope, "results.json of Gradescope"),
    checked(students("classroom50", "", k_each, grade_classroom50, "result.json of Classroom 50"),
            check_classroom50),
    filled_in("moodle", grade_moodle, "fills in a grading worksheet of Moodle"),
    filled_in("canvas", grade_canvas, "fills in a grade book exported from Canvas"),
    students("github", "", k_file, grade_github, "annotations of a GitHub workflow"),
    students("github-summary", "", k_file, grade_github_summary, "summary of a GitHub workflow"),
    students("markdown", "", k_folder, grade_markdown, "a file of feedback for each student"),
    students("zip", ".zip", k_archive, grade_zip, "a web page of feedback for each student"),
    students("moodle-zip", "", k_archive, grade_moodle_zip,
             "feedback files as Moodle takes them back"),
    teachers("jplag", "", k_folder, grade_jplag, "submissions without names, for JPlag"),
};

}  // namespace

std::span<const GradeFormat> grade_formats() {
  return k_grade_formats;
}

const GradeFormat* find_grade_format(std::string_view name) {
  const auto* found = std::find_if(k_grade_formats.begin(), k_grade_formats.end(),
                                   [&](const GradeFormat& format) { return format.name == name; });
  return found == k_grade_formats.end() ? nullptr : found;
}

const GradeFormat* grade_format_of_extension(std::string_view path) {
  const auto* found =
      std::find_if(k_grade_formats.begin(), k_grade_formats.end(), [&](const GradeFormat& format) {
        return !format.extension.empty() && path.size() > format.extension.size() &&
               path.ends_with(format.extension);
      });
  return found == k_grade_formats.end() ? nullptr : found;
}

Result<void> check_grade_output(const GradeFormat& format, const GradeOutputOptions& options) {
  if (format.needs_worksheet && options.worksheet.empty()) {
    return usage_error(
        fmt::format("-o {0} needs a file from the learning platform to fill in", format.name),
        "export the file there and add --worksheet FILE");
  }
  if (format.check != nullptr) return format.check(options);
  return {};
}

Result<GradeOutput> make_grade_output(const GradeFormat& format, const model::Gradebook& book,
                                      const GradeOutputOptions& options) {
  ARBITER_CHECK(check_grade_output(format, options));
  if (options.problem && *options.problem >= book.problems.size()) {
    return usage_error("the problem to write was not graded");
  }
  if (format.for_students != nullptr) {
    return format.for_students(StudentViews(book, options.test_files), options);
  }
  return format.for_teacher(book, options);
}

GradeOutput one_file(std::string bytes) {
  GradeOutput output;
  output.files.push_back({"", std::move(bytes)});
  return output;
}

}  // namespace arbiter::report
