#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::stress {

/// Bytes begin, …, end - 1 of a text.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
};

struct TextWord {
  TextRange range;
  std::size_t line = 0;
  std::optional<std::int64_t> number = std::nullopt;  // if it is one as a program would write it
};

struct TextLine {
  TextRange range;  // without its newline
  std::size_t first_word = 0;
  std::size_t end_word = 0;

  std::size_t words() const { return end_word - first_word; }
};

/// Whether it stands between words: a blank, comma or semicolon.
bool is_gap(char letter);

/// The different bytes of the text that are no letters, digits, gaps and newlines, in order.
std::string symbols_of(const std::string& text);

/// A text whose lines all end with a newline, and where its lines and words are.
class TextLayout {
 public:
  explicit TextLayout(std::string text);

  const std::string& text() const { return text_; }
  const std::vector<TextLine>& lines() const { return lines_; }
  const std::vector<TextWord>& words() const { return words_; }
  std::string_view text_of(const TextRange& range) const;

 private:
  void add_words(const TextRange& line);

  std::string text_;
  std::vector<TextLine> lines_;
  std::vector<TextWord> words_;
};

/// The order in which a text shrinker looks for the least: fewer bytes first, then the simpler ones
/// from the front: digits, small letters, capitals, the others. Strict.
bool is_simpler_text(std::string_view one, std::string_view other);

}  // namespace arbiter::stress
