#include "report/text/annotations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

// GitHub shows ten of each kind a step.
constexpr std::size_t k_most_of_a_kind = 10;
constexpr std::array<std::string_view, 3> k_kind_words{"error", "warning", "notice"};

/// The text of a workflow command.
std::string github_data(std::string_view text) {
  std::string data(text);
  replace_all(data, "%", "%25");
  replace_all(data, "\r", "%0D");
  replace_all(data, "\n", "%0A");
  return data;
}

/// The value of one of its properties.
std::string github_property(std::string_view text) {
  std::string value = github_data(text);
  replace_all(value, ":", "%3A");
  replace_all(value, ",", "%2C");
  return value;
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
  constexpr std::array<std::pair<std::string_view, Severity>, 4> k_marks{
      {{": error: ", Severity::error},
       {": fatal error: ", Severity::error},
       {": warning: ", Severity::warning},
       {": note: ", Severity::note}}};
  Annotation annotation;
  std::size_t end = std::string_view::npos;
  for (const auto& [mark, kind] : k_marks) {
    const std::size_t at = line.find(mark);
    if (at >= end) continue;
    end = at;
    annotation.kind = kind;
  }
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view place = line.substr(0, end);
  const std::size_t first = place.find(':');
  if (first == std::string_view::npos || first == 0) return std::nullopt;
  annotation.file = place.substr(0, first);
  const char* stop = place.data() + place.size();
  const auto [after, failed] = std::from_chars(place.data() + first + 1, stop, annotation.line);
  if (failed != std::errc() || annotation.line <= 0) return std::nullopt;
  if (after != stop && *after == ':') std::from_chars(after + 1, stop, annotation.column);
  annotation.message = line.substr(end + 2);
  return annotation;
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

}  // namespace

std::optional<Annotation> compiler_annotation(std::string_view log, const std::string& origin) {
  for (const std::string_view line : split_lines(log)) {
    std::optional<Annotation> found = compiler_place(line);
    if (!found || found->kind != Severity::error) continue;
    found->file = handed_in_file(origin, found->file);
    return found;
  }
  return std::nullopt;
}

std::vector<Annotation> compiler_messages(std::string_view log, std::size_t most) {
  std::vector<Annotation> all;
  for (const std::string_view line : split_lines(log)) {
    if (all.size() == most) break;
    if (auto found = compiler_place(line)) all.push_back(std::move(*found));
  }
  return all;
}

std::string annotation_log(std::vector<Annotation> all) {
  std::ranges::stable_sort(all, {}, &Annotation::kind);
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
  return text;
}

}  // namespace arbiter::report
