#include "stress/text/shrink_text.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "stress/text/text_layout.hpp"

namespace arbiter::stress {
namespace {

std::string with_newline(std::string text, bool has_one) {
  if (!has_one && !text.empty()) text += '\n';
  return text;
}

/// The lines after the first.
std::vector<std::string_view> body_of(const TextLayout& layout) {
  std::vector<std::string_view> body;
  for (std::size_t line = 1; line < layout.lines().size(); ++line)
    body.push_back(layout.text_of(layout.lines()[line].range));
  return body;
}

bool is_sorted(const TextLayout& layout) {
  const std::vector<std::string_view> body = body_of(layout);
  return body.size() > 1 && std::ranges::is_sorted(body);
}

std::string sorted(const TextLayout& layout) {
  std::vector<std::string_view> body = body_of(layout);
  std::ranges::sort(body);
  std::string text(layout.text_of(layout.lines().front().range));
  text += '\n';
  for (const std::string_view line : body)
    text.append(line) += '\n';
  return text;
}

constexpr SequenceLimits k_limits = {true, 400, 400, 0};
constexpr std::size_t k_renamed_up_to = 20'000;  // bytes
constexpr std::size_t k_most_names = 64;         // different numbers that may be renamed
constexpr std::size_t k_most_scopes = 8;  // lines of so many words, in which a number may mean
                                          // something of its own

/// The trials of texts: their places are bytes, their elements numbers and letters.
class TextTrials final : public SequenceTrials {
 public:
  /// Takes references that must outlive it.
  TextTrials(std::string start, const TryText& try_text, const std::function<bool()>& is_over)
      : SequenceTrials(is_over, k_limits),
        try_text_(try_text),
        has_newline_(start.ends_with('\n')),
        best_(with_newline(std::move(start), has_newline_)),
        families_(families_of(best_)) {}

  const TextLayout& best() const { return best_; }
  /// As it was given, with or without a newline at the end.
  std::string result() const { return as_given(best_.text()); }

  const std::vector<Choice>& elements() const override { return best_.choices(); }
  std::size_t size() const override { return best_.text().size(); }
  Range place_of(std::size_t element) const override { return best_.elements()[element].range; }
  bool is_number(std::size_t element) const override { return !best_.elements()[element].alphabet; }
  std::vector<Family> families() const override { return families_; }
  const std::vector<Family>& families_of_best() const { return families_; }

  std::vector<std::vector<std::size_t>> kinds(bool wide) const override {
    std::vector<std::vector<std::size_t>> kinds;
    if (size() > k_renamed_up_to) return kinds;
    add_numbers(kinds, wide);
    std::map<std::size_t, std::vector<std::size_t>> letters;
    for (std::size_t i = 0; i < elements().size() && !wide; ++i) {
      if (!is_number(i)) letters[*best_.elements()[i].alphabet].push_back(i);
    }
    for (auto& [alphabet, places] : letters)
      kinds.push_back(std::move(places));
    return kinds;
  }

  using SequenceTrials::consider;
  bool consider(const Edited& candidate) override { return consider(candidate_of(candidate)); }
  Fingerprint print_of(const Edited& candidate) const override {
    return fingerprint(candidate_of(candidate));
  }
  bool can_be_shorter(const Edited& /*candidate*/) const override { return true; }

  /// Whether the candidate is the new best; one whose last line does not end with a newline is not.
  /// Where all lines but the first are sorted, so is the candidate if it does not fail as it is.
  bool consider(const std::string& candidate) {
    if (!candidate.empty() && !candidate.ends_with('\n')) return false;
    if (attempt(candidate)) return true;
    if (is_over() || !is_sorted(best_)) return false;
    const TextLayout layout(candidate);
    return layout.lines().size() > 2 && !is_sorted(layout) && attempt(sorted(layout));
  }

 private:
  std::string candidate_of(const Edited& edited) const {
    const std::string& text = best_.text();
    std::string kept;
    bool is_begin = true;     // of a line
    bool is_touched = false;  // something was cut off the line's begin
    std::size_t next = 0;     // element
    for (std::size_t at = 0; at < text.size(); ++at) {
      while (next < elements().size() && place_of(next).begin < at)
        ++next;
      if (edited.is_cut[at]) {
        is_touched = is_begin;
      } else if (next < elements().size() && place_of(next).begin == at &&
                 edited.values[next] != elements()[next].value) {
        kept += best_.written(next, edited.values[next]);
        at = place_of(next).end - 1;
        is_begin = false;
      } else if (!(is_begin && is_touched && is_gap(text[at]))) {
        // The gap after words that were cut off is no begin of a line.
        kept += text[at];
        is_begin = text[at] == '\n';
        is_touched = false;
      }
    }
    return kept;
  }

  /// The same number may count something elsewhere: so those after the first line are of a kind,
  /// and of the wide kinds all, and those on lines of as many words.
  void add_numbers(std::vector<std::vector<std::size_t>>& kinds, bool wide) const {
    std::set<std::int64_t> names;
    std::vector<std::size_t> all;
    std::vector<std::size_t> body;
    std::map<std::size_t, std::vector<std::size_t>> by_words;
    for (std::size_t i = 0; i < elements().size(); ++i) {
      const std::size_t line = best_.elements()[i].line;
      if (!is_number(i)) continue;
      names.insert(elements()[i].value);
      all.push_back(i);
      if (line == 0) continue;
      body.push_back(i);
      by_words[best_.lines()[line].words()].push_back(i);
    }
    if (names.size() > k_most_names) return;
    kinds.push_back(std::move(wide ? all : body));
    for (auto& [words, numbers] : by_words) {
      if (wide && kinds.size() < k_most_scopes) kinds.push_back(std::move(numbers));
    }
  }

  bool attempt(const std::string& candidate) {
    if (!is_simpler_text(candidate, best_.text()) || is_over()) return false;
    if (!is_new(fingerprint(candidate))) return false;
    count_attempt();
    if (!try_text_(as_given(candidate))) return false;
    best_ = TextLayout(candidate);
    families_ = families_of(best_);
    count_step();
    return true;
  }

  std::string as_given(std::string text) const {
    if (!has_newline_ && !text.empty()) text.pop_back();
    return text;
  }

  const TryText& try_text_;
  bool has_newline_;
  TextLayout best_;
  std::vector<Family> families_;  // of the best
};

/// Units of each family, which is found again in what is left by its number.
void cut_families(TextTrials& trials) {
  for (std::size_t number = 0; number < trials.families_of_best().size(); ++number) {
    const auto counter = trials.families_of_best()[number].counter;
    if (trials.is_over()) return;
    cut_units(trials, [&]() -> Family {
      const std::vector<Family>& now = trials.families_of_best();
      return number < now.size() && now[number].counter == counter ? now[number] : Family{};
    });
  }
}

/// Two neighbouring lines that change places.
void swap_lines(TextTrials& trials) {
  for (std::size_t line = 0; line + 1 < trials.best().lines().size(); ++line) {
    if (trials.is_over()) return;
    const TextLayout& best = trials.best();
    const Range one = best.lines()[line].range;
    const Range other = best.lines()[line + 1].range;
    std::string text = best.text().substr(0, one.begin);
    text.append(best.text_of(other)) += '\n';
    text.append(best.text_of(one)) += best.text().substr(other.end);
    trials.consider(text);
  }
}

}  // namespace

ShrunkText shrink_text(std::string start, const TryText& try_text,
                       const std::function<bool()>& is_over) {
  TextTrials trials(std::move(start), try_text, is_over);
  shrink<TextTrials>(
      trials,
      {cut_families, lower_each, lower_equal, move_pairs, cut_windows, rename_values, swap_lines},
      {cut_several, cut_and_change});
  return {trials.result(), trials.attempts(), !trials.is_over()};
}

}  // namespace arbiter::stress
