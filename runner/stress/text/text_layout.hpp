#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stress/shrink/sequence_trials.hpp"

namespace arbiter::stress {

struct TextWord {
  Range range;
  std::size_t line = 0;
  std::optional<std::int64_t> number = std::nullopt;  // if it is one as a program would write it
  std::size_t element = 0;                            // the number's
};

struct TextLine {
  Range range;  // without its newline
  std::size_t first_word = 0;
  std::size_t end_word = 0;

  std::size_t words() const { return end_word - first_word; }
};

/// A number, or a letter, digit or symbol of a word that is none, as its place in its alphabet.
struct TextElement {
  Range range;
  std::size_t line = 0;
  std::optional<std::size_t> alphabet = std::nullopt;  // of a letter
};

/// Whether it stands between words: a blank, comma or semicolon.
bool is_gap(char letter);

/// A text whose lines all end with a newline, and where its lines, words and elements are.
class TextLayout {
 public:
  explicit TextLayout(std::string text);

  const std::string& text() const { return text_; }
  const std::vector<TextLine>& lines() const { return lines_; }
  const std::vector<TextWord>& words() const { return words_; }
  const std::vector<TextElement>& elements() const { return elements_; }
  /// The value of each element.
  const std::vector<Choice>& choices() const { return choices_; }
  std::string_view text_of(const Range& range) const;
  /// What stands for a value of an element.
  std::string written(std::size_t element, std::int64_t value) const;

 private:
  void add_words(const Range& line);
  void add_elements(TextWord& word);

  std::string text_;
  std::vector<std::string> alphabets_;  // digits, small letters, capitals, the text's symbols
  std::vector<TextLine> lines_;
  std::vector<TextWord> words_;
  std::vector<TextElement> elements_;
  std::vector<Choice> choices_;
};

/// The order in which a text shrinker looks for the least: fewer bytes first, then the simpler ones
/// from the front: digits, small letters, capitals, the others. Strict.
bool is_simpler_text(std::string_view one, std::string_view other);

/// What can be cut of a text: lines, records of lines, columns, words of a line, letters of a word,
/// those with a count first.
std::vector<Family> families_of(const TextLayout& layout);

}  // namespace arbiter::stress
