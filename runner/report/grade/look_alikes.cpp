#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/writers.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

using Files = std::vector<OutputFile>;

constexpr std::string_view k_page_style =
    "body{max-width:none}table{width:100%;table-layout:fixed}td{vertical-align:top}";

std::string safe(const std::string& foreign) {
  return html_text(tidy_text(foreign));
}

/// Where it stands, and the lines themselves; only the former if the files no longer exist.
std::string cell_of(const model::LineRange& range, const Files& files) {
  std::string code;
  std::string where = fmt::format("lines {} to {}", range.first, range.last);
  if (range.file < files.size()) {
    where = fmt::format("{}, {}", safe(files[range.file].name), where);
    const auto lines = split_lines(files[range.file].bytes);
    for (std::size_t i = range.first - 1; i < std::min(range.last, lines.size()); ++i)
      code += std::string(lines[i]) + "\n";
  }
  return fmt::format("<td>{}<pre>{}</pre></td>", where, safe(code));
}

/// What two programs have in common, in two columns.
std::string side_by_side(const model::LookAlike& pair, const GradeOutputOptions& options) {
  if (pair.lines.empty()) return {};
  const auto files_of = [&](std::size_t attempt) {
    return options.attempt_files ? options.attempt_files(attempt) : Files();
  };
  const Files one = files_of(pair.attempts.front());
  const Files other = files_of(pair.attempts.back());
  std::string rows;
  for (const model::LikeLines& both : pair.lines)
    rows += fmt::format("<tr>{}{}</tr>\n", cell_of(both.one, one), cell_of(both.other, other));
  return rows;
}

}  // namespace

Result<GradeOutput> grade_look_alikes(const model::Gradebook& book,
                                      const GradeOutputOptions& options) {
  std::string body =
      "<h1>Look-alikes</h1>\n<p>For teachers. Likeness is no proof: read both programs.</p>\n";
  for (const model::LookAlike& group : book.look_alikes) {
    body +=
        fmt::format("<h2>{}: {}</h2>\n<table>\n<tr>", safe(group.problem), likeness_words(group));
    // Those that are the same stand one below the other: they may be many.
    const std::string_view end = group.lines.empty() ? "</tr>\n<tr>" : "";
    for (const std::size_t attempt : group.attempts) {
      const model::Attempt& one = book.attempts.at(attempt);
      body += fmt::format("<th>{}<br>{}</th>{}", safe(names_of(book, one.students)),
                          safe(one.origin), end);
    }
    body += fmt::format("</tr>\n{}</table>\n", side_by_side(group, options));
  }
  return one_file(html_page("Look-alikes", k_page_style, body));
}

}  // namespace arbiter::report
