#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.hpp"
#include "model/points.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/feedback.hpp"
#include "report/grade/writers.hpp"
#include "report/text/foreign_text.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::GradeStatus;
using model::Verdict;

// GitHub shows ten of each kind a step.
constexpr std::size_t k_most_of_a_kind = 10;
// And so much of a summary.
constexpr std::size_t k_most_summary = 1024 * 1024;

/// In the order in which they are written.
enum class AnnotationKind : std::uint8_t { error, warning, notice };
constexpr std::array<std::string_view, 3> k_kind_words{"error", "warning", "notice"};

struct Annotation {
  AnnotationKind kind = AnnotationKind::notice;
  std::string file;
  int line = 0;
  int column = 0;
  std::string title;
  std::string message;
};

std::string replaced_all(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

/// The text of a workflow command.
std::string github_data(std::string_view text) {
  std::string data = replaced_all(std::string(text), "%", "%25");
  data = replaced_all(std::move(data), "\r", "%0D");
  return replaced_all(std::move(data), "\n", "%0A");
}

/// The value of one of its properties.
std::string github_property(std::string_view text) {
  std::string value = replaced_all(github_data(text), ":", "%3A");
  return replaced_all(std::move(value), ",", "%2C");
}

std::string github_command(const Annotation& annotation) {
  std::string properties;
  const auto put = [&](std::string_view name, const std::string& value) {
    properties += fmt::format("{}{}={}", properties.empty() ? " " : ",", name, value);
  };
  if (!annotation.file.empty()) put("file", github_property(annotation.file));
  if (annotation.line > 0) put("line", std::to_string(annotation.line));
  if (annotation.line > 0 && annotation.column > 0) put("col", std::to_string(annotation.column));
  if (!annotation.title.empty()) put("title", github_property(annotation.title));
  return fmt::format("::{}{}::{}\n", k_kind_words.at(static_cast<std::size_t>(annotation.kind)),
                     properties, github_data(annotation.message));
}

/// Where a compiler's message "file:line:column: error: words" points.
std::optional<Annotation> compiler_place(std::string_view line) {
  const std::size_t error = line.find(": error: ");
  const std::size_t fatal = line.find(": fatal error: ");
  const std::size_t end = std::min(error, fatal);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view place = line.substr(0, end);
  const std::size_t first = place.find(':');
  if (first == std::string_view::npos || first == 0) return std::nullopt;
  Annotation annotation;
  annotation.file = place.substr(0, first);
  const char* stop = place.data() + place.size();
  const auto [after, failed] = std::from_chars(place.data() + first + 1, stop, annotation.line);
  if (failed != std::errc() || annotation.line <= 0) return std::nullopt;
  if (after != stop && *after == ':') std::from_chars(after + 1, stop, annotation.column);
  annotation.message = line.substr(end + 2);
  return annotation;
}

std::string title_of(const SeenProblem& problem, int decimals) {
  return fmt::format("{}: {}, {}/{}", problem.title, verdict_word(problem),
                     model::show_points(problem.points, decimals),
                     model::show_points(problem.max_points, decimals));
}

/// The file that the compiler calls `name`, as it was handed in. `origin` is a program's first
/// file, which may be compiled as main, or the folder of all of them.
std::string handed_in_file(const std::string& origin, const std::string& name) {
  const std::string_view file = base_name(origin);
  const std::size_t dot = file.rfind('.');
  if (origin.empty() || file == name) return origin;
  if (dot == std::string_view::npos || dot == 0) return origin + "/" + name;
  if (name == "main" + std::string(file.substr(dot))) return origin;
  return origin.substr(0, origin.size() - file.size()) + name;
}

/// The first error of the compiler, at its place; the whole problem where there is none.
Annotation compile_annotation(const SeenProblem& problem) {
  for (const std::string_view line : split_lines(problem.compile_log)) {
    std::optional<Annotation> found = compiler_place(line);
    if (!found) continue;
    found->file = handed_in_file(problem.origin, found->file);
    return *found;
  }
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
    for (const std::string& line : lines)
      annotation.message += (annotation.message.empty() ? "" : "\n") + line;
  }
  const bool is_open = problem.status == GradeStatus::no_submission || !problem.is_final;
  annotation.kind = problem.verdict == Verdict::ac ? AnnotationKind::notice
                    : is_open                      ? AnnotationKind::warning
                                                   : AnnotationKind::error;
  annotation.title = title_of(problem, decimals);
  return annotation;
}

std::vector<Annotation> all_annotations(const StudentViews& views) {
  std::vector<Annotation> all;
  for (std::size_t s = 0; s < views.size(); ++s) {
    const StudentView view = views.view(s);
    for (std::size_t p = 0; p < view.problems().size(); ++p) {
      all.push_back(annotation_of(view.problems()[p], feedback_lines(view, p), view.decimals()));
      // One log for many: say whose.
      if (views.size() > 1) {
        all.back().title = tidy_line(view.student().id) + ": " + all.back().title;
      }
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Annotation& a, const Annotation& b) { return a.kind < b.kind; });
  return all;
}

}  // namespace

Result<GradeOutput> grade_github(const StudentViews& views, const GradeOutputOptions& options) {
  std::vector<Annotation> all = all_annotations(views);
  for (Annotation& annotation : all) {
    if (options.path_here && !annotation.file.empty())
      annotation.file = options.path_here(annotation.file);
  }
  std::array<std::size_t, 3> left{};
  for (const Annotation& annotation : all)
    ++left.at(static_cast<std::size_t>(annotation.kind));
  // The notice on what was left out is one of ten too.
  const bool is_too_many = *std::max_element(left.begin(), left.end()) > k_most_of_a_kind;
  std::array<std::size_t, 3> room{k_most_of_a_kind, k_most_of_a_kind,
                                  k_most_of_a_kind - (is_too_many ? 1 : 0)};
  std::string text;
  std::size_t omitted = 0;
  for (const Annotation& annotation : all) {
    std::size_t& free = room.at(static_cast<std::size_t>(annotation.kind));
    if (free == 0) {
      ++omitted;
      continue;
    }
    --free;
    text += github_command(annotation);
  }
  if (omitted > 0) text += fmt::format("::notice title=arbiter::and {} more\n", omitted);
  return one_file(std::move(text));
}

Result<GradeOutput> grade_github_summary(const StudentViews& views,
                                         const GradeOutputOptions& /*options*/) {
  std::string text;
  std::size_t omitted = 0;
  for (std::size_t s = 0; s < views.size(); ++s) {
    const std::string page = feedback_markdown(views.view(s)) + "\n";
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
