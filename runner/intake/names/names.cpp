#include "intake/names/names.hpp"

#include <utf8proc.h>

#include <cstdlib>
#include <memory>

#include "base/pattern.hpp"
#include "base/text.hpp"

namespace arbiter::intake {
namespace {

enum class Kind { letter, digit, other };

struct FreeDeleter {
  void operator()(utf8proc_uint8_t* bytes) const { std::free(bytes); }
};

std::string mapped(std::string_view text, unsigned options) {
  const std::string valid = to_utf8(text);
  utf8proc_uint8_t* bytes = nullptr;
  const auto* begin = reinterpret_cast<const utf8proc_uint8_t*>(valid.data());
  const utf8proc_ssize_t size = utf8proc_map(begin, static_cast<utf8proc_ssize_t>(valid.size()),
                                             &bytes, static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, FreeDeleter> owner(bytes);
  if (size < 0) return valid;
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

Kind kind_of(utf8proc_int32_t character) {
  const auto category = utf8proc_category(character);
  if (category == UTF8PROC_CATEGORY_ND) return Kind::digit;
  // All letters and the marks that are part of them follow each other in the enumeration.
  const bool is_letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_MC;
  return is_letter ? Kind::letter : Kind::other;
}

/// Stretches of characters that are alike; with `divides_digits` a digit begins a new one.
std::vector<std::string> stretches(std::string_view text, bool divides_digits) {
  const std::string plain = folded(text);
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(plain.data());
  std::vector<std::string> words;
  Kind before = Kind::other;
  for (std::size_t at = 0; at < plain.size();) {
    utf8proc_int32_t character = 0;
    const utf8proc_ssize_t length =
        utf8proc_iterate(bytes + at, static_cast<utf8proc_ssize_t>(plain.size() - at), &character);
    if (length <= 0) break;
    const Kind kind = kind_of(character);
    const bool begins = before == Kind::other || (divides_digits && kind != before);
    if (kind != Kind::other && begins) words.emplace_back();
    if (kind != Kind::other) words.back() += plain.substr(at, static_cast<std::size_t>(length));
    before = kind;
    at += static_cast<std::size_t>(length);
  }
  return words;
}

/// The groups of the form, in which `mark` stands: that is looked for first, as regular expressions
/// are slow.
std::optional<std::vector<std::string>> match(std::string_view text, std::string_view mark,
                                              const Pattern& form) {
  if (text.find(mark) == std::string_view::npos) return std::nullopt;
  return form.match(text);
}

}  // namespace

std::string folded(std::string_view text) {
  return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
}

std::string without_marks(std::string_view text) {
  return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK);
}

std::string composed(std::string_view text) {
  return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

std::string letters_of(std::string_view text) {
  return joined(stretches(text, false), "");
}

std::vector<std::string> words_of(std::string_view text) {
  return stretches(text, true);
}

std::vector<std::string> parts_of_name(std::string_view text) {
  return stretches(text, false);
}

std::optional<MoodleName> parse_moodle_name(std::string_view text) {
  // NAME[_ID]_assignsubmission_PLUGIN[_FILE]
  static const Pattern k_form(
      R"(([\s\S]*?)(?:_([0-9]+))?_assign(submission|feedback)_([a-z]+)(?:_([\s\S]*))?)");
  const auto found = match(text, "_assign", k_form);
  if (!found) return std::nullopt;
  const std::vector<std::string>& parts = *found;
  return MoodleName{parts[1], parts[2], parts[3] == "feedback", parts[4], parts[5]};
}

std::optional<CanvasName> parse_canvas_name(std::string_view text) {
  // NAME[_LATE]_USER_, or [LATE_]anon_USER_, and then [ATTACHMENT_]FILE
  static const Pattern k_form(R"((?!_[0-9]+_)(?:(LATE_)?anon_([^_]+)|([\s\S]+?)(_LATE)?_([0-9]+))_)"
                              R"((?:(text\.html|link\.html)|(?:([0-9]+)_)?(?![0-9]+_$)([\s\S]+)))");
  const auto found = match(text, "_", k_form);
  if (!found) return std::nullopt;
  const std::vector<std::string>& parts = *found;
  CanvasName name;
  name.name = parts[3];
  name.is_anonymous = !parts[2].empty();
  name.user_id = name.is_anonymous ? parts[2] : parts[5];
  name.is_late = !parts[1].empty() || !parts[4].empty();
  name.is_text = !parts[6].empty();
  name.attachment_id = parts[7];
  name.file = name.is_text ? parts[6] : parts[8];
  return name;
}

std::optional<BlackboardName> parse_blackboard_name(std::string_view text) {
  // ASSIGNMENT_USER_attempt_TIME_FILE, or with .txt for what Blackboard says of the attempt
  static const Pattern k_form(
      R"(([\s\S]+?)_attempt_([0-9]{4}(?:-[0-9]{2}){5})(?:_([\s\S]+)|\.txt)?)");
  const auto found = match(text, "_attempt_", k_form);
  if (!found) return std::nullopt;
  const std::vector<std::string>& parts = *found;
  return BlackboardName{parts[1], parts[2], parts[3]};
}

}  // namespace arbiter::intake
