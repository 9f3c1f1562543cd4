#include "stress/text/text_layout.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.hpp"

namespace arbiter::stress {
namespace {

std::optional<std::int64_t> number_of(std::string_view word) {
  const auto number = number_in<std::int64_t>(word);
  // Not 007 and -0, which are words to whoever writes them.
  return number && std::to_string(*number) == word ? number : std::nullopt;
}

constexpr int k_symbols = 128;  // after letters and digits

int rank_of(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'z') return 16 + (letter - 'a');
  if (letter >= 'A' && letter <= 'Z') return 64 + (letter - 'A');
  return k_symbols + static_cast<unsigned char>(letter);
}

/// The different bytes of the text that are no letters, digits, gaps and newlines, in order.
std::string symbols_of(const std::string& text) {
  std::set<char> symbols;
  for (const char letter : text) {
    if (rank_of(letter) >= k_symbols && !is_gap(letter) && letter != '\n') symbols.insert(letter);
  }
  return {symbols.begin(), symbols.end()};
}

constexpr std::size_t k_counting_lines = 400;    // from the front, whose numbers may count lines
constexpr std::size_t k_counting_words = 4;      // of a line
constexpr std::size_t k_most_units = 300'000;    // in all
constexpr std::size_t k_words_back = 8;          // numbers before a line, word or block
constexpr std::size_t k_letters_up_to = 50'000;  // bytes of a text whose words are cut

class Families {
 public:
  explicit Families(const TextLayout& layout) : layout_(layout) {}

  std::vector<Family> all() {
    for (std::size_t word = 0; word < layout_.words().size(); ++word)
      add_counted(word);
    // After those with a count: where there is one, nothing can be cut without it, which takes long
    // to find out.
    add_lines(0, layout_.lines().size(), 1, std::nullopt);
    add_columns();
    for (const TextLine& line : layout_.lines())
      add_words(line);
    if (layout_.text().size() <= k_letters_up_to) {
      for (std::size_t word = 0; word < layout_.words().size(); ++word)
        add_letters(word);
    }
    return std::move(found_);
  }

 private:
  /// `family.counter` is the number of a word here.
  void add(Family family) {
    if (family.counter) family.counter = layout_.words()[*family.counter].element;
    units_ += family.units.size();
    if (units_ <= k_most_units && !family.units.empty()) found_.push_back(std::move(family));
  }

  Range with_newline(std::size_t line) const {
    const Range range = layout_.lines()[line].range;
    return {range.begin, range.end + 1};
  }

  /// Lines begin to end - 1, `stride` of them a unit.
  void add_lines(std::size_t begin, std::size_t end, std::size_t stride,
                 std::optional<std::size_t> counter) {
    Family family = {{}, counter};
    for (std::size_t line = begin; line + stride <= end; line += stride)
      family.units.push_back({{with_newline(line).begin, with_newline(line + stride - 1).end}});
    add(std::move(family));
  }

  /// What a number may count: lines after it, behind those that the numbers before it on its line
  /// count, or records.
  void add_counted(std::size_t word) {
    const TextWord& counter = layout_.words()[word];
    const TextLine& line = layout_.lines()[counter.line];
    if (counter.line >= k_counting_lines || word >= line.first_word + k_counting_words) return;
    const std::size_t rest = layout_.lines().size() - counter.line - 1;
    if (!counter.number || *counter.number < 1) return;
    if (static_cast<std::uint64_t>(*counter.number) > rest + 1) return;
    const auto count = static_cast<std::size_t>(*counter.number);
    const std::size_t begin = counter.line + 1;
    add_lines(begin, begin + std::min(count, rest), 1, word);
    std::int64_t before = 0;
    for (std::size_t other = line.first_word; other < word; ++other)
      before += std::clamp<std::int64_t>(layout_.words()[other].number.value_or(0), 0, 1 << 20);
    const auto skipped = static_cast<std::size_t>(before);
    if (skipped > 0 && skipped + count <= rest) {
      add_lines(begin + skipped, begin + skipped + count, 1, word);
    }
    if (count < rest && rest % count == 0) add_lines(begin, begin + rest, rest / count, word);
    if (counter.line == 0) add_records(begin, count, word);
  }

  /// Records that begin with a line whose first or second number says how many lines follow.
  void add_records(std::size_t begin, std::size_t count, std::size_t counter) {
    for (std::size_t place = 0; place < 2; ++place) {
      Family family = {{}, counter};
      std::size_t at = begin;
      while (at < layout_.lines().size() && family.units.size() < count) {
        const TextLine& line = layout_.lines()[at];
        if (line.words() <= place) break;
        const auto number = layout_.words()[line.first_word + place].number;
        const std::size_t rest = layout_.lines().size() - at - 1;
        if (!number || *number < 0 || static_cast<std::uint64_t>(*number) > rest) break;
        const std::size_t last = at + static_cast<std::size_t>(*number);
        family.units.push_back({{with_newline(at).begin, with_newline(last).end}});
        at = last + 1;
      }
      if (at == layout_.lines().size() && family.units.size() == count) add(std::move(family));
    }
  }

  /// The numbers that stand before word `end` and are `value`, nearest first.
  std::vector<std::size_t> counters_before(std::size_t end, std::size_t value) const {
    std::vector<std::size_t> found;
    std::size_t seen = 0;
    const auto look_at = [&](std::size_t word) {
      const auto& number = layout_.words()[word].number;
      if (!number) return;
      ++seen;
      if (*number == static_cast<std::int64_t>(value)) found.push_back(word);
    };
    std::size_t word = end;
    while (word > 0 && seen < k_words_back)
      look_at(--word);
    for (std::size_t front = 0; front < std::min<std::size_t>(word, k_counting_words); ++front)
      look_at(front);
    return found;
  }

  void add_with_counters(const Family& family, std::size_t end, std::size_t value) {
    add(family);
    for (const std::size_t counter : counters_before(end, value))
      add({family.units, counter});
  }

  /// Blocks of lines with equally many words, or of one word of equally many letters.
  void add_columns() {
    const std::vector<TextLine>& lines = layout_.lines();
    const auto shape = [&](const TextLine& line) {
      const bool is_one = line.words() == 1 && !layout_.words()[line.first_word].number;
      return std::pair(line.words(), is_one ? line.range.size() : 0);
    };
    std::size_t begin = 0;
    while (begin < lines.size()) {
      std::size_t end = begin + 1;
      while (end < lines.size() && shape(lines[end]) == shape(lines[begin]))
        ++end;
      // The line of the counts may look like those that follow.
      for (std::size_t from = begin; from < std::min(begin + 2, end - 1); ++from)
        add_columns_of(from, end);
      begin = end;
    }
  }

  void add_columns_of(std::size_t begin, std::size_t end) {
    const TextLine& first = layout_.lines()[begin];
    const bool is_grid = first.words() == 1;
    const std::size_t columns =
        is_grid ? layout_.words()[first.first_word].range.size() : first.words();
    if (columns < 2) return;
    Family family;
    Family crossed;
    for (std::size_t column = 0; column < columns; ++column) {
      std::vector<Range> unit;
      for (std::size_t line = begin; line < end; ++line)
        unit.push_back(cell(layout_.lines()[line], column, is_grid));
      family.units.push_back(unit);
      if (end - begin != columns) continue;
      unit.push_back(with_newline(begin + column));
      crossed.units.push_back(unit);
    }
    add_with_counters(family, first.first_word, columns);
    add_with_counters(crossed, first.first_word, columns);
  }

  /// A word and the gap before it, or a letter.
  Range cell(const TextLine& line, std::size_t column, bool is_grid) const {
    const Range range = layout_.words()[line.first_word + (is_grid ? 0 : column)].range;
    if (is_grid) return {range.begin + column, range.begin + column + 1};
    if (column == 0) return range;
    return {layout_.words()[line.first_word + column - 1].range.end, range.end};
  }

  void add_words(const TextLine& line) {
    if (line.words() == 0) return;
    Family family;
    for (std::size_t column = 0; column < line.words(); ++column)
      family.units.push_back({cell(line, column, false)});
    add_with_counters(family, line.first_word, line.words());
    // The count may be the first word of the line itself, or the second.
    for (std::size_t place = 0; place < 2 && place + 1 < line.words(); ++place) {
      family.units.erase(family.units.begin());
      const auto& number = layout_.words()[line.first_word + place].number;
      if (number && *number == static_cast<std::int64_t>(family.units.size())) {
        add({family.units, line.first_word + place});
      }
    }
  }

  void add_letters(std::size_t word) {
    const TextWord& of = layout_.words()[word];
    if (of.number || of.range.size() < 2) return;
    Family family;
    for (std::size_t at = of.range.begin; at < of.range.end; ++at)
      family.units.push_back({{at, at + 1}});
    add_with_counters(family, word, of.range.size());
  }

  const TextLayout& layout_;
  std::vector<Family> found_;
  std::size_t units_ = 0;
};

}  // namespace

bool is_gap(char letter) {
  return letter == ' ' || letter == '\t' || letter == ',' || letter == ';' || letter == '\r';
}

TextLayout::TextLayout(std::string text)
    : text_(std::move(text)),
      alphabets_({"0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                  symbols_of(text_)}) {
  std::size_t begin = 0;
  while (begin < text_.size()) {
    const std::size_t end = text_.find('\n', begin);
    const Range line = {begin, end == std::string::npos ? text_.size() : end};
    add_words(line);
    begin = line.end + 1;
  }
}

void TextLayout::add_words(const Range& line) {
  TextLine added = {line, words_.size(), words_.size()};
  std::size_t at = line.begin;
  while (at < line.end) {
    std::size_t end = at;
    while (end < line.end && !is_gap(text_[end]))
      ++end;
    const Range word = {at, end};
    if (end > at) add_elements(words_.emplace_back(TextWord{word, lines_.size()}));
    at = end + 1;
  }
  added.end_word = words_.size();
  lines_.push_back(added);
}

void TextLayout::add_elements(TextWord& word) {
  word.number = number_of(text_of(word.range));
  word.element = elements_.size();
  if (word.number) {
    elements_.push_back({word.range, word.line});
    choices_.push_back({*word.number, INT64_MIN, INT64_MAX});
    return;
  }
  for (std::size_t at = word.range.begin; at < word.range.end; ++at) {
    for (std::size_t alphabet = 0; alphabet < alphabets_.size(); ++alphabet) {
      const std::size_t place = alphabets_[alphabet].find(text_[at]);
      if (place == std::string::npos) continue;
      elements_.push_back({{at, at + 1}, word.line, alphabet});
      choices_.push_back({static_cast<std::int64_t>(place), 0,
                          static_cast<std::int64_t>(alphabets_[alphabet].size()) - 1});
    }
  }
}

std::string TextLayout::written(std::size_t element, std::int64_t value) const {
  const std::optional<std::size_t>& alphabet = elements_[element].alphabet;
  if (!alphabet) return std::to_string(value);
  return {alphabets_[*alphabet][static_cast<std::size_t>(value)]};
}

std::string_view TextLayout::text_of(const Range& range) const {
  return std::string_view(text_).substr(range.begin, range.size());
}

bool is_simpler_text(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return one.size() < other.size();
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i] != other[i]) return rank_of(one[i]) < rank_of(other[i]);
  }
  return false;
}

std::vector<Family> families_of(const TextLayout& layout) {
  return Families(layout).all();
}

}  // namespace arbiter::stress
