#include "report/grade/formats.hpp"

#include <fmt/format.h>

#include <array>

#include "report/grade/writers.hpp"
#include "report/report.hpp"

namespace arbiter::report {
namespace {

using enum OutputShape;

Result<void> check_worksheet(const GradeOutputOptions& options) {
  if (!options.worksheet.empty()) return {};
  return usage_error("it needs a file from the learning platform to fill in",
                     "export the file there and add --worksheet FILE");
}

constexpr auto k_grade_formats = std::to_array<GradeFormat>({
    {"human", ".txt", file, grade_plain_text},
    {"json", ".json", file, grade_json},
    {"jsonl", ".jsonl", file, grade_jsonl},
    {"csv", ".csv", file, grade_csv},
    {"csv-problems", "", file, grade_problems_csv},
    {"clusters", "", file, grade_clusters_csv},
    {"needs-a-person", "", file, grade_questions_csv},
    {"look-alikes", "", file, grade_look_alikes},
    {"html", ".html", file, grade_html},
    {"junit", ".xml", file, grade_junit},
    {"gradescope", "", each, grade_gradescope},
    {"classroom50", "", each, grade_classroom50, check_classroom50},
    {"moodle", "", file, grade_moodle, check_worksheet},
    {"canvas", "", file, grade_canvas, check_worksheet},
    {"github", "", file, grade_github},
    {"github-summary", "", file, grade_github_summary},
    {"markdown", "", folder, grade_markdown},
    {"pages", "", folder, grade_pages},
    {"zip", ".zip", archive, grade_zip},
    {"moodle-zip", "", archive, grade_moodle_zip},
    {"canvas-zip", "", archive, grade_canvas_zip},
    {"jplag", "", folder, grade_jplag},
});

}  // namespace

std::span<const GradeFormat> grade_formats() {
  return k_grade_formats;
}

Result<void> check_grade_output(const GradeFormat& format, const GradeOutputOptions& options) {
  if (format.check == nullptr) return {};
  auto checked = format.check(options);
  return checked ? Result<void>()
                 : std::move(checked).error().within(fmt::format("-o {}", format.name));
}

Result<GradeOutput> make_grade_output(const GradeFormat& format, const model::Gradebook& book,
                                      const GradeOutputOptions& options) {
  ARBITER_CHECK(check_grade_output(format, options));
  if (options.problem && *options.problem >= book.problems.size()) {
    return usage_error("the problem to write was not graded");
  }
  if (const auto* make = std::get_if<GradeFormat::ForStudents>(&format.make)) {
    return (*make)(StudentViews(book, options.test_files, options.attempt_files), options);
  }
  return std::get<GradeFormat::ForTeacher>(format.make)(book, options);
}

GradeOutput one_file(std::string bytes) {
  GradeOutput output;
  output.files.push_back({"", std::move(bytes)});
  return output;
}

}  // namespace arbiter::report
