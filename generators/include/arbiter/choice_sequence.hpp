#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

/// One decision: a number within the bounds that were declared for it.
struct Choice {
  std::int64_t value = 0;
  std::int64_t least = INT64_MIN;
  std::int64_t most = INT64_MAX;

  bool operator==(const Choice&) const = default;
};

/// The number of least..most that lies nearest to zero. Every draw of the kit is made so that this
/// choice gives its simplest outcome: the shortest list, the first element, the order unchanged.
constexpr std::int64_t simplest_choice(std::int64_t least, std::int64_t most) {
  if (least > 0) return least;
  return most < 0 ? most : 0;
}

/// What a generator decided, in order, with its nesting: a span holds the choices of one compound
/// draw, such as a list, or of one element of it.
struct ChoiceEvent {
  enum class Kind { choice, begin, end };

  Kind kind = Kind::choice;
  Choice choice;     // of a choice
  std::string name;  // of the begin of a span; may be empty

  bool operator==(const ChoiceEvent&) const = default;
};

using ChoiceSequence = std::vector<ChoiceEvent>;

/// A text that is no sequence of choices; says in which line and why.
class ChoiceTextError : public std::runtime_error {
 public:
  ChoiceTextError(int line, const std::string& why)
      : std::runtime_error("line " + std::to_string(line) + ": " + why) {}
};

constexpr std::string_view k_choice_header = "arbiter choices 1";

/// The text of a sequence: the header, then a line for each event, `choice VALUE LEAST MOST`,
/// `begin`, `begin NAME` or `end`.
inline std::string choice_text(const ChoiceSequence& sequence) {
  std::string text(k_choice_header);
  text += '\n';
  for (const ChoiceEvent& event : sequence) {
    if (event.kind == ChoiceEvent::Kind::choice) {
      text += "choice " + std::to_string(event.choice.value) + ' ' +
              std::to_string(event.choice.least) + ' ' + std::to_string(event.choice.most);
    } else if (event.kind == ChoiceEvent::Kind::end) {
      text += "end";
    } else {
      text += event.name.empty() ? "begin" : "begin " + event.name;
    }
    text += '\n';
  }
  return text;
}

namespace choice_text_detail {

/// The number in `word`; one too large for 64 bits becomes the nearest that fits, since playing
/// back would bring it into its bounds anyway.
inline std::int64_t number_in(std::string_view word, int line) {
  std::int64_t number = 0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool is_all = end == word.data() + word.size();
  if (is_all && fault == std::errc{}) return number;
  if (is_all && fault == std::errc::result_out_of_range) {
    return word.front() == '-' ? INT64_MIN : INT64_MAX;
  }
  throw ChoiceTextError(line, "'" + std::string(word.substr(0, 40)) + "' is no integer");
}

inline std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    if (end > 0) words.push_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return words;
}

inline ChoiceEvent event_in(std::string_view text, int line) {
  const std::vector<std::string_view> words = words_of(text);
  ChoiceEvent event;
  if (words.size() == 1 && words[0] == "end") {
    event.kind = ChoiceEvent::Kind::end;
  } else if (!words.empty() && words.size() <= 2 && words[0] == "begin") {
    event.kind = ChoiceEvent::Kind::begin;
    if (words.size() == 2) event.name = words[1];
  } else if ((words.size() == 2 || words.size() == 4) && words[0] == "choice") {
    event.choice.value = number_in(words[1], line);
    if (words.size() == 4) {
      event.choice.least = number_in(words[2], line);
      event.choice.most = number_in(words[3], line);
    }
  } else {
    throw ChoiceTextError(line, "expected 'choice VALUE LEAST MOST', 'begin NAME' or 'end', not '" +
                                    std::string(text.substr(0, 40)) + "'");
  }
  return event;
}

}  // namespace choice_text_detail

/// Reads what choice_text wrote; throws ChoiceTextError. Spans need not match, values need not lie
/// in their bounds, and the bounds may be left out: playing back does not look at them.
inline ChoiceSequence read_choices(std::string_view text) {
  ChoiceSequence sequence;
  int line = 0;
  while (!text.empty() || line == 0) {
    ++line;
    const std::size_t end = text.find('\n');
    const std::string_view row = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line > 1) {
      sequence.push_back(choice_text_detail::event_in(row, line));
    } else if (row != k_choice_header) {
      throw ChoiceTextError(1, "a file of choices begins with '" + std::string(k_choice_header) +
                                   "', not '" + std::string(row.substr(0, 40)) + "'");
    }
  }
  return sequence;
}

}  // namespace arbiter
