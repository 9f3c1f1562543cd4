#include "intake/names/lms_names.hpp"

#include <regex>

namespace arbiter::intake {
namespace {

using Match = std::match_results<std::string_view::const_iterator>;

/// Whether all of `text` has the form. Longer texts are no names of files, and the library recurses
/// on their length.
bool matches(std::string_view text, const std::regex& form, Match& parts) {
  constexpr std::size_t k_longest = 255;
  return text.size() <= k_longest && std::regex_match(text.begin(), text.end(), parts, form);
}

}  // namespace

std::optional<MoodleName> parse_moodle_name(std::string_view text) {
  // NAME[_ID]_assignsubmission_PLUGIN[_FILE]
  static const std::regex k_form(
      R"(([\s\S]*?)(?:_([0-9]+))?_assign(submission|feedback)_([a-z]+)(?:_([\s\S]*))?)");
  // What most names have not is looked for first: regular expressions are slow.
  if (text.find("_assign") == std::string_view::npos) return std::nullopt;
  Match parts;
  if (!matches(text, k_form, parts)) return std::nullopt;
  return MoodleName{parts.str(1), parts.str(2), parts.str(3) == "feedback", parts.str(4),
                    parts.str(5)};
}

std::optional<CanvasName> parse_canvas_name(std::string_view text) {
  // NAME[_LATE]_USER_, or [LATE_]anon_USER_, and then [ATTACHMENT_]FILE
  static const std::regex k_form(
      R"((?!_[0-9]+_)(?:(LATE_)?anon_([^_]+)|([\s\S]+?)(_LATE)?_([0-9]+))_)"
      R"((?:(text\.html|link\.html)|(?:([0-9]+)_)?(?![0-9]+_$)([\s\S]+)))");
  if (text.find('_') == std::string_view::npos) return std::nullopt;
  Match parts;
  if (!matches(text, k_form, parts)) return std::nullopt;
  CanvasName name;
  name.name = parts.str(3);
  name.is_anonymous = parts[2].matched;
  name.user_id = name.is_anonymous ? parts.str(2) : parts.str(5);
  name.is_late = parts[1].matched || parts[4].matched;
  name.is_text = parts[6].matched;
  name.attachment_id = parts.str(7);
  name.file = name.is_text ? parts.str(6) : parts.str(8);
  return name;
}

std::optional<BlackboardName> parse_blackboard_name(std::string_view text) {
  // ASSIGNMENT_USER_attempt_TIME_FILE, or with .txt for what Blackboard says of the attempt
  static const std::regex k_form(
      R"(([\s\S]+?)_attempt_([0-9]{4}(?:-[0-9]{2}){5})(?:_([\s\S]+)|\.txt)?)");
  if (text.find("_attempt_") == std::string_view::npos) return std::nullopt;
  Match parts;
  if (!matches(text, k_form, parts)) return std::nullopt;
  return BlackboardName{parts.str(1), parts.str(2), parts.str(3)};
}

}  // namespace arbiter::intake
