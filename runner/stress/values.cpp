#include "stress/values.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <optional>
#include <vector>

#include "base/text.hpp"

namespace arbiter::stress {
namespace {

using Accepts = std::function<Result<bool>(const std::string&)>;

constexpr std::string_view k_blanks = " \t\r\n";
// Inputs that are tried for each letter or number; more would find little more.
constexpr std::size_t k_most_places = 4;

struct Word {
  std::size_t begin = 0;
  std::string_view text;
};

std::vector<Word> words_of(std::string_view input) {
  std::vector<Word> words;
  for (std::size_t at = input.find_first_not_of(k_blanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(input.find_first_of(k_blanks, at), input.size());
    words.push_back({at, input.substr(at, end - at)});
    at = input.find_first_not_of(k_blanks, end);
  }
  return words;
}

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

/// The letters of the input, each once.
std::string letters_in(std::string_view input) {
  std::string letters;
  for (const char c : input) {
    if (is_letter(c) && letters.find(c) == std::string::npos) letters += c;
  }
  return letters;
}

Result<bool> accepts_letter(const std::string& input, char letter, const Accepts& accepts) {
  for (const char other : letters_in(input).substr(0, k_most_places)) {
    std::string changed = input;
    std::ranges::replace(changed, other, letter);
    ARBITER_TRY(is_accepted, accepts(changed));
    if (is_accepted) return true;
  }
  return false;
}

/// The number that is farthest from `from` in steps that double and is accepted in its place.
Result<std::optional<std::int64_t>> farthest(const std::string& input, std::int64_t from,
                                             int direction, const Accepts& accepts) {
  std::size_t places = 0;
  for (const Word& word : words_of(input)) {
    if (number_in<std::int64_t>(word.text) != from || places++ == k_most_places) continue;
    const auto tries = [&](std::int64_t number) {
      std::string changed = input;
      return accepts(changed.replace(word.begin, word.text.size(), std::to_string(number)));
    };
    std::optional<std::int64_t> known;
    std::int64_t refused = 0;  // its distance
    constexpr std::int64_t k_farthest = std::int64_t{1} << 60;
    for (std::int64_t step = 1; step <= k_farthest && refused == 0; step *= 2) {
      ARBITER_TRY(is_accepted, tries(from + direction * step));
      if (is_accepted) known = step;
      if (!is_accepted) refused = step;
    }
    while (known && refused > *known + 1) {
      const std::int64_t middle = *known + (refused - *known) / 2;
      ARBITER_TRY(is_accepted, tries(from + direction * middle));
      (is_accepted ? *known : refused) = middle;
    }
    if (known) return std::optional(from + direction * *known);
  }
  return std::optional<std::int64_t>();
}

}  // namespace

void add_values(std::string_view input, model::InputValues& values) {
  for (const Word& word : words_of(input)) {
    if (const auto number = number_in<std::int64_t>(word.text)) {
      values.least = std::min(values.least.value_or(*number), *number);
      values.most = std::max(values.most.value_or(*number), *number);
      continue;
    }
    for (const char c : word.text) {
      const std::size_t place =
          std::ranges::lower_bound(values.characters, c) - values.characters.begin();
      if (place == values.characters.size() || values.characters[place] != c)
        values.characters.insert(place, 1, c);
    }
  }
}

Result<model::InputValues> values_beyond(std::string_view given, const model::InputValues& values,
                                         const Accepts& accepts) {
  const std::string input(given);
  model::InputValues beyond;
  for (int code = 0; code <= std::numeric_limits<signed char>::max(); ++code) {
    const char letter = static_cast<char>(code);
    if (!is_letter(letter) || values.characters.find(letter) != std::string::npos) continue;
    ARBITER_TRY(is_accepted, accepts_letter(input, letter, accepts));
    if (is_accepted) beyond.characters += letter;
  }
  if (!values.least || !values.most) return beyond;
  ARBITER_SET(beyond.least, farthest(input, *values.least, -1, accepts));
  ARBITER_SET(beyond.most, farthest(input, *values.most, 1, accepts));
  return beyond;
}

}  // namespace arbiter::stress
