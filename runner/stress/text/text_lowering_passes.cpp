#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "stress/text/text_passes.hpp"

namespace arbiter::stress {
namespace {

constexpr std::int64_t k_try_each_up_to = 9;
constexpr std::size_t k_most_names = 64;   // different numbers that may be renamed
constexpr std::size_t k_moved_within = 3;  // words
constexpr std::int64_t k_far = INT64_MAX / 4;
constexpr std::size_t k_most_scopes = 8;
constexpr std::size_t k_renamed_up_to = 20'000;  // bytes

/// Words and what stands in their places.
using Replaced = std::map<std::size_t, std::int64_t>;

std::string with_numbers(const TextLayout& layout, const Replaced& numbers) {
  std::string text;
  std::size_t at = 0;
  for (const auto& [word, number] : numbers) {
    const TextRange range = layout.words()[word].range;
    text += layout.text().substr(at, range.begin - at) + std::to_string(number);
    at = range.end;
  }
  return text + layout.text().substr(at);
}

bool consider_number(TextTrials& trials, std::size_t word, std::int64_t number) {
  return trials.consider(with_numbers(trials.best(), {{word, number}}));
}

std::int64_t number_at(const TextTrials& trials, std::size_t word) {
  const std::vector<TextWord>& words = trials.best().words();
  return word < words.size() ? words[word].number.value_or(0) : 0;
}

void lower_number(TextTrials& trials, std::size_t word) {
  const std::int64_t sign = number_at(trials, word) < 0 ? -1 : 1;
  if (number_at(trials, word) == INT64_MIN) return;
  if (sign < 0 && consider_number(trials, word, -number_at(trials, word))) {
    return lower_number(trials, word);
  }
  const auto size = [&] { return number_at(trials, word) * sign; };
  for (std::int64_t least = 0; least < std::min(size(), k_try_each_up_to); ++least) {
    if (consider_number(trials, word, least * sign)) return;
  }
  std::int64_t bad = k_try_each_up_to - 1;
  std::int64_t good = size();
  while (good > bad + 1 && !trials.is_over()) {
    const std::int64_t middle = bad + (good - bad) / 2;
    if (consider_number(trials, word, middle * sign)) {
      good = size();
    } else {
      bad = middle;
    }
  }
  for (std::int64_t less = 1; less < k_try_each_up_to && less < size(); ++less)
    consider_number(trials, word, (size() - less) * sign);
}

std::map<std::int64_t, std::vector<std::size_t>> places_of_numbers(const TextLayout& layout) {
  std::map<std::int64_t, std::vector<std::size_t>> places;
  for (std::size_t word = 0; word < layout.words().size(); ++word) {
    if (layout.words()[word].number) places[*layout.words()[word].number].push_back(word);
  }
  return places;
}

/// Sets of different numbers that may change together: each one alone, and all from one on.
std::vector<std::vector<std::int64_t>> sets_of(const std::vector<std::int64_t>& numbers) {
  std::vector<std::vector<std::int64_t>> sets;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    sets.push_back({numbers[i]});
    if (i + 1 < numbers.size()) {
      sets.emplace_back(numbers.begin() + static_cast<std::ptrdiff_t>(i), numbers.end());
    }
  }
  return sets;
}

/// Which lines a number is changed in, as the same number may count something elsewhere: all, those
/// after the first, or those of so many words.
struct Scope {
  std::size_t first_line = 0;
  std::optional<std::size_t> words = std::nullopt;
};

std::vector<Scope> scopes_of(const TextLayout& layout) {
  std::vector<Scope> scopes = {{0}, {1}};
  std::set<std::size_t> words;
  for (const TextLine& line : layout.lines())
    words.insert(line.words());
  for (const std::size_t count : words) {
    if (scopes.size() < k_most_scopes) scopes.push_back({1, count});
  }
  return scopes;
}

/// The text with each number of the set replaced by `made` of it.
template <class Made>
std::string renumbered(const TextLayout& layout, const std::vector<std::int64_t>& set,
                       const Scope& scope, Made made) {
  Replaced replaced;
  for (std::size_t word = 0; word < layout.words().size(); ++word) {
    const auto& number = layout.words()[word].number;
    const std::size_t line = layout.words()[word].line;
    if (line < scope.first_line || !number) continue;
    if (layout.lines()[line].words() != scope.words.value_or(layout.lines()[line].words()))
      continue;
    if (std::binary_search(set.begin(), set.end(), *number)) replaced[word] = made(*number);
  }
  return with_numbers(layout, replaced);
}

std::vector<std::int64_t> numbers_of(const TextLayout& layout) {
  std::vector<std::int64_t> numbers;
  for (const auto& [number, places] : places_of_numbers(layout))
    numbers.push_back(number);
  return numbers;
}

char first_of_alphabet(char letter) {
  if (letter >= 'a' && letter <= 'z') return 'a';
  if (letter >= 'A' && letter <= 'Z') return 'A';
  return letter;
}

/// Whether a letter is part of a word that is no number.
std::vector<bool> letters_of(const TextLayout& layout) {
  std::vector<bool> is_letter(layout.text().size(), false);
  for (const TextWord& word : layout.words()) {
    for (std::size_t at = word.range.begin; at < word.range.end; ++at)
      is_letter[at] = !word.number && first_of_alphabet(layout.text()[at]) < layout.text()[at];
  }
  return is_letter;
}

}  // namespace

void lower_numbers(TextTrials& trials) {
  for (std::size_t word = 0; word < trials.best().words().size() && !trials.is_over(); ++word) {
    if (number_at(trials, word) != 0) lower_number(trials, word);
  }
}

void lower_equal_numbers(TextTrials& trials) {
  if (trials.best().text().size() > k_renamed_up_to) return;
  for (const Scope& scope : scopes_of(trials.best())) {
    const std::vector<std::int64_t> numbers = numbers_of(trials.best());
    if (numbers.size() > k_most_names) return;
    for (const std::vector<std::int64_t>& set : sets_of(numbers)) {
      for (std::int64_t by = set.front(); by > 0 && !trials.is_over(); by /= 2) {
        const std::string text =
            renumbered(trials.best(), set, scope, [&](std::int64_t number) { return number - by; });
        if (trials.consider(text)) break;
      }
    }
  }
}

void move_numbers(TextTrials& trials) {
  for (std::size_t first = 0; first < trials.best().words().size(); ++first) {
    for (std::size_t second = first + 1; second <= first + k_moved_within; ++second) {
      for (const int direction : {1, -1}) {
        for (std::int64_t step = number_at(trials, first); step != 0; step /= 2) {
          if (trials.is_over() || second >= trials.best().words().size()) return;
          const std::int64_t one = number_at(trials, first);
          const std::int64_t other = number_at(trials, second);
          if (std::abs(one) > k_far || std::abs(other) > k_far) break;
          if (!trials.best().words()[second].number) break;
          const Replaced moved = {{first, one - step}, {second, other + direction * step}};
          if (trials.consider(with_numbers(trials.best(), moved))) break;
        }
      }
    }
  }
}

void lower_letters(TextTrials& trials) {
  for (std::size_t at = 0; at < trials.best().text().size() && !trials.is_over(); ++at) {
    const std::string& text = trials.best().text();
    const char now = text[at];
    std::string simpler;
    for (char letter = first_of_alphabet(now); letter < now; ++letter)
      simpler += letter;
    const std::string symbols = symbols_of(text);
    if (simpler.empty()) simpler = symbols.substr(0, std::min(symbols.find(now), symbols.size()));
    if (symbols.find(now) == std::string::npos && first_of_alphabet(now) == now) continue;
    for (const char letter : simpler) {
      std::string candidate = text;
      candidate[at] = letter;
      if (trials.consider(candidate)) break;
    }
  }
}

void lower_equal_letters(TextTrials& trials) {
  std::set<char> letters(trials.best().text().begin(), trials.best().text().end());
  for (const char letter : letters) {
    for (const bool alone : {true, false}) {
      for (int by = letter - first_of_alphabet(letter); by > 0 && !trials.is_over(); by /= 2) {
        std::string text = trials.best().text();
        const std::vector<bool> is_letter = letters_of(trials.best());
        for (std::size_t at = 0; at < text.size(); ++at) {
          const bool is_alike = first_of_alphabet(text[at]) == first_of_alphabet(letter);
          if (is_letter[at] && is_alike && (alone ? text[at] == letter : text[at] >= letter)) {
            text[at] = static_cast<char>(text[at] - by);
          }
        }
        if (trials.consider(text)) break;
      }
    }
  }
}

void rename_in_text(TextTrials& trials) {
  if (trials.best().text().size() > k_renamed_up_to) return;
  const std::set<char> letters(trials.best().text().begin(), trials.best().text().end());
  for (const char low : letters) {
    for (const char high : letters) {
      const bool is_alike = first_of_alphabet(low) == first_of_alphabet(high);
      if (high <= low || !is_alike || trials.is_over()) continue;
      std::string text = trials.best().text();
      for (char& letter : text)
        letter = letter == low ? high : letter == high ? low : letter;
      trials.consider(text);
    }
  }
  const std::vector<std::int64_t> numbers = numbers_of(trials.best());
  for (std::size_t i = 0; i < numbers.size() && numbers.size() <= k_most_names; ++i) {
    for (std::size_t j = i + 1; j < numbers.size() && !trials.is_over(); ++j) {
      const auto swapped = [&](std::int64_t number) {
        return number == numbers[i] ? numbers[j] : numbers[i];
      };
      trials.consider(renumbered(trials.best(), {numbers[i], numbers[j]}, Scope{1}, swapped));
    }
  }
}

void swap_lines(TextTrials& trials) {
  for (std::size_t line = 0; line + 1 < trials.best().lines().size(); ++line) {
    if (trials.is_over()) return;
    const TextLayout& best = trials.best();
    const TextRange one = best.lines()[line].range;
    const TextRange other = best.lines()[line + 1].range;
    std::string text = best.text().substr(0, one.begin);
    text.append(best.text_of(other)) += '\n';
    text.append(best.text_of(one)) += best.text().substr(other.end);
    trials.consider(text);
  }
}

}  // namespace arbiter::stress
