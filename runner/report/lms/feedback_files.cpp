#include <fmt/format.h>

#include <algorithm>

#include "report/grade/feedback.hpp"
#include "report/grade/writers.hpp"
#include "report/lms/student_sheet.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

/// A name as Moodle writes it into the names of folders: no underscore, which separates there, and
/// nothing that would lead elsewhere or be left out as hidden.
std::string moodle_folder_name(std::string_view name) {
  std::string text = tidy_line(name);
  for (const char odd : std::string_view("_/\\:*?\"<>|"))
    std::ranges::replace(text, odd, ' ');
  text.erase(0, std::min(text.find_first_not_of(" .~"), text.size()));
  text.erase(text.find_last_not_of(" .") + 1);
  return text.empty() ? "Participant" : text;
}

GradeOutput page_for_each(const StudentViews& views, std::string_view extension,
                          std::string (*page)(const StudentView&, std::string_view),
                          std::string_view form) {
  GradeOutput output;
  const std::vector<std::string> names = views.file_names();
  for (std::size_t s = 0; s < views.size(); ++s)
    output.files.push_back({names[s] + std::string(extension), page(views.view(s), form)});
  return output;
}

}  // namespace

Result<GradeOutput> grade_markdown(const StudentViews& views, const GradeOutputOptions& options) {
  return page_for_each(views, ".md", feedback_markdown, options.markdown_template);
}

Result<GradeOutput> grade_pages(const StudentViews& views, const GradeOutputOptions& /*options*/) {
  const auto page = [](const StudentView& view, std::string_view) { return student_page(view); };
  return page_for_each(views, ".html", page, {});
}

Result<GradeOutput> grade_zip(const StudentViews& views, const GradeOutputOptions& options) {
  GradeOutput output = page_for_each(views, ".html", feedback_html, options.html_template);
  output.is_archive = true;
  return output;
}

Result<GradeOutput> grade_moodle_zip(const StudentViews& views, const GradeOutputOptions& options) {
  GradeOutput output;
  output.is_archive = true;
  for (std::size_t s = 0; s < views.size(); ++s) {
    const StudentView view = views.view(s);
    const model::Student& student = view.student();
    const std::string id = model::participant_number(student.lms_id);
    if (id.empty()) {
      output.warnings.push_back(
          fmt::format("{}: no feedback for Moodle, since the roster has no participant number "
                      "(\"Participant 123\" in the column lms_id)",
                      tidy_line(student.id)));
      continue;
    }
    const std::string name = student.name.empty() ? student.id : student.name;
    output.files.push_back(
        {fmt::format("{}_{}_assignsubmission_file/feedback.html", moodle_folder_name(name), id),
         feedback_html(view, options.html_template)});
  }
  return output;
}

}  // namespace arbiter::report
