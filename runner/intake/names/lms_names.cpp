#include "intake/names/lms_names.hpp"

#include <algorithm>

namespace arbiter::intake {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_plugin_letter(char c) {
  return c >= 'a' && c <= 'z';
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// "X" of "X_rest", if X is not empty; `text` becomes the rest.
std::optional<std::string_view> take_field(std::string_view& text) {
  const std::size_t end = text.find('_');
  if (end == std::string_view::npos || end == 0) return std::nullopt;
  const std::string_view field = text.substr(0, end);
  text.remove_prefix(end + 1);
  return field;
}

/// Digits with an underscore behind them, where there are some: the id of an attachment.
std::string take_number(std::string_view& text) {
  std::string_view rest = text;
  const auto field = take_field(rest);
  if (!field || !all_digits(*field)) return {};
  text = rest;
  return std::string(*field);
}

/// Reads what stands behind the student's id.
bool take_file(std::string_view rest, CanvasName& found) {
  if (rest == "text.html" || rest == "link.html") {
    found.is_text = true;
    found.file = rest;
    return true;
  }
  found.attachment_id = take_number(rest);
  found.file = rest;
  return !rest.empty();
}

std::optional<CanvasName> parse_anonymous(std::string_view text) {
  CanvasName found;
  found.is_anonymous = true;
  found.is_late = take_prefix(text, "LATE_");
  if (!take_prefix(text, "anon_")) return std::nullopt;
  const auto id = take_field(text);
  if (!id || !take_file(text, found)) return std::nullopt;
  found.user_id = *id;
  return found;
}

/// Where the first "_DIGITS_" begins.
std::size_t find_number(std::string_view text) {
  for (std::size_t at = text.find('_'); at != std::string_view::npos; at = text.find('_', at + 1)) {
    std::size_t end = at + 1;
    while (end < text.size() && is_digit(text[end]))
      ++end;
    if (end > at + 1 && end < text.size() && text[end] == '_') return at;
  }
  return std::string_view::npos;
}

}  // namespace

std::optional<MoodleName> parse_moodle_name(std::string_view text) {
  constexpr std::string_view k_submission = "_assignsubmission_";
  constexpr std::string_view k_feedback = "_assignfeedback_";
  const std::size_t submission = text.find(k_submission);
  const std::size_t feedback = text.find(k_feedback);
  if (submission == std::string_view::npos && feedback == std::string_view::npos) {
    return std::nullopt;
  }
  MoodleName found;
  found.is_feedback = feedback < submission;
  const std::size_t mark = std::min(submission, feedback);
  std::string_view before = text.substr(0, mark);
  std::string_view after =
      text.substr(mark + (found.is_feedback ? k_feedback.size() : k_submission.size()));
  const auto end = static_cast<std::size_t>(
      std::find_if_not(after.begin(), after.end(), is_plugin_letter) - after.begin());
  if (end == 0 || (end < after.size() && after[end] != '_')) return std::nullopt;
  found.plugin = after.substr(0, end);
  found.file = end < after.size() ? after.substr(end + 1) : std::string_view();
  const std::size_t last = before.rfind('_');
  if (last != std::string_view::npos && all_digits(before.substr(last + 1))) {
    found.id = before.substr(last + 1);
    before = before.substr(0, last);
  }
  found.name = before;
  return found;
}

std::optional<CanvasName> parse_canvas_name(std::string_view text) {
  if (auto found = parse_anonymous(text)) return found;
  const std::size_t at = find_number(text);
  if (at == std::string_view::npos || at == 0) return std::nullopt;
  CanvasName found;
  std::string_view name = text.substr(0, at);
  if (name.ends_with("_LATE")) {
    found.is_late = true;
    name.remove_suffix(5);
  }
  std::string_view rest = text.substr(at + 1);
  found.user_id = take_number(rest);
  found.name = name;
  if (name.empty() || !take_file(rest, found)) return std::nullopt;
  return found;
}

std::optional<BlackboardName> parse_blackboard_name(std::string_view text) {
  constexpr std::string_view k_mark = "_attempt_";
  constexpr std::string_view k_time = "0000-00-00-00-00-00";
  const std::size_t mark = text.find(k_mark);
  if (mark == std::string_view::npos || mark == 0) return std::nullopt;
  const std::string_view time = text.substr(mark + k_mark.size(), k_time.size());
  const bool is_time =
      std::equal(time.begin(), time.end(), k_time.begin(), k_time.end(),
                 [](char c, char wanted) { return wanted == '0' ? is_digit(c) : c == wanted; });
  std::string_view file = text.substr(std::min(mark + k_mark.size() + time.size(), text.size()));
  const bool has_file = file.starts_with('_') && file.size() > 1;
  if (!is_time || (!has_file && file != ".txt" && !file.empty())) return std::nullopt;
  return BlackboardName{std::string(text.substr(0, mark)), std::string(time),
                        has_file ? std::string(file.substr(1)) : std::string()};
}

}  // namespace arbiter::intake
