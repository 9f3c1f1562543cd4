#include "stress/text/text_cuts.hpp"

#include <map>

namespace arbiter::stress {

TextCut cut_of(const TextFamily& family, std::size_t first, std::size_t count) {
  TextCut cut;
  for (std::size_t unit = first; unit < first + count; ++unit)
    cut.ranges.insert(cut.ranges.end(), family.units[unit].begin(), family.units[unit].end());
  cut.counter = family.counter;
  cut.amount = static_cast<std::int64_t>(count);
  return cut;
}

std::optional<std::string> without(const TextLayout& layout,
                                   const std::vector<const TextCut*>& cuts) {
  const std::string& text = layout.text();
  std::vector<bool> is_cut(text.size(), false);
  std::map<std::size_t, std::int64_t> numbers;  // by their words
  for (const TextCut* cut : cuts) {
    for (const TextRange& range : cut->ranges) {
      for (std::size_t i = range.begin; i < range.end; ++i)
        is_cut[i] = true;
    }
    if (!cut->counter) continue;
    const std::int64_t number = *layout.words()[*cut->counter].number;
    std::int64_t& now = numbers.try_emplace(*cut->counter, number).first->second;
    now -= cut->amount;
    if (now < 0) return std::nullopt;
  }
  std::map<std::size_t, std::pair<std::size_t, std::string>> replaced;  // from, to, by
  for (const auto& [word, number] : numbers) {
    const TextRange range = layout.words()[word].range;
    if (is_cut[range.begin]) return std::nullopt;
    replaced[range.begin] = {range.end, std::to_string(number)};
  }
  std::string kept;
  bool is_begin = true;     // of a line
  bool is_touched = false;  // something was cut off the line's begin
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_cut[i]) {
      is_touched = is_begin;
      continue;
    }
    const auto found = replaced.find(i);
    if (found != replaced.end()) {
      kept += found->second.second;
      i = found->second.first - 1;
      is_begin = false;
    } else if (!(is_begin && is_touched && is_gap(text[i]))) {
      // The gap after words that were cut off is no begin of a line.
      kept += text[i];
      is_begin = text[i] == '\n';
      is_touched = false;
    }
  }
  return kept;
}

}  // namespace arbiter::stress
