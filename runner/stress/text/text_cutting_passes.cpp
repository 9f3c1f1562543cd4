#include <algorithm>
#include <set>

#include "stress/text/text_cuts.hpp"
#include "stress/text/text_passes.hpp"

namespace arbiter::stress {
namespace {

constexpr std::size_t k_bytes_up_to = 400;
constexpr std::size_t k_search_up_to = 400;  // bytes
constexpr std::size_t k_most_cuts = 120;
constexpr int k_most_considered = 2000;

bool consider_cuts(TextTrials& trials, const std::vector<const TextCut*>& cuts) {
  const std::optional<std::string> text = without(trials.best(), cuts);
  return text && trials.consider(*text);
}

/// Cuts the units of the family of that number, and finds it again in what is left. `families` are
/// those of the best text.
void cut_family(TextTrials& trials, std::size_t number, std::vector<TextFamily>& families) {
  const auto counter = families[number].counter;
  std::size_t units = families[number].units.size();
  for (std::size_t size = units; size > 0; size = std::min(size, units + 1) / 2) {
    std::size_t end = units;
    while (end > 0 && !trials.is_over()) {
      const std::size_t begin = end > size ? end - size : 0;
      const TextCut cut = cut_of(families[number], begin, end - begin);
      if (consider_cuts(trials, {&cut})) {
        families = families_of(trials.best());
        if (number >= families.size() || families[number].counter != counter) return;
        units = families[number].units.size();
      }
      end = std::min(begin, units);
    }
  }
}

std::vector<TextCut> single_cuts(const TextTrials& trials) {
  std::vector<TextCut> cuts;
  std::set<std::string> known;
  for (const TextFamily& family : families_of(trials.best())) {
    for (std::size_t unit = 0; unit < family.units.size() && cuts.size() < k_most_cuts; ++unit) {
      TextCut cut = cut_of(family, unit, 1);
      const std::optional<std::string> text = without(trials.best(), {&cut});
      if (text && known.insert(*text).second) cuts.push_back(std::move(cut));
    }
  }
  return cuts;
}

/// What a byte may become: the first letters of its alphabet and its neighbours there, or another
/// symbol of the text.
std::string other_letters(const std::string& text, char letter) {
  const auto among = [&](char first, char last) {
    std::string found;
    for (const int other : {int{first}, first + 1, first + 2, letter - 1, letter + 1}) {
      if (other < first || other > last || other == letter) continue;
      if (found.find(static_cast<char>(other)) == std::string::npos) {
        found += static_cast<char>(other);
      }
    }
    return found;
  };
  if (letter >= '0' && letter <= '9') return among('0', '9');
  if (letter >= 'a' && letter <= 'z') return among('a', 'z');
  if (letter >= 'A' && letter <= 'Z') return among('A', 'Z');
  std::string symbols = symbols_of(text);
  if (symbols.find(letter) == std::string::npos) return {};
  symbols.erase(symbols.find(letter), 1);
  return symbols;
}

bool is_touched(const TextLayout& layout, const TextCut& cut, std::size_t at) {
  const auto holds = [&](const TextRange& range) { return range.begin <= at && at < range.end; };
  if (cut.counter && holds(layout.words()[*cut.counter].range)) return true;
  return std::any_of(cut.ranges.begin(), cut.ranges.end(), holds);
}

}  // namespace

void cut_families(TextTrials& trials) {
  std::vector<TextFamily> families = families_of(trials.best());
  for (std::size_t number = 0; number < families.size() && !trials.is_over(); ++number)
    cut_family(trials, number, families);
}

void cut_bytes(TextTrials& trials) {
  for (const std::size_t width : {8U, 4U, 3U, 2U, 1U}) {
    for (std::size_t end = trials.best().text().size(); end >= width; --end) {
      const std::string& text = trials.best().text();
      if (text.size() > k_bytes_up_to || trials.is_over()) return;
      end = std::min(end, text.size());
      if (end < width) break;
      std::string candidate = text;
      candidate.erase(end - width, width);
      if (!candidate.empty() && candidate.back() == '\n') trials.consider(candidate);
    }
  }
}

void cut_several_families(TextTrials& trials) {
  if (trials.best().text().size() > k_search_up_to) return;
  const std::vector<TextCut> cuts = single_cuts(trials);
  int left = k_most_considered;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    for (std::size_t j = i + 1; j < cuts.size() && left-- > 0 && !trials.is_over(); ++j) {
      if (consider_cuts(trials, {&cuts[i], &cuts[j]})) return;
    }
  }
  left = k_most_considered / 2;
  for (std::size_t i = 0; i < cuts.size() && left > 0; ++i) {
    for (std::size_t j = i + 1; j < cuts.size() && left > 0; ++j) {
      for (std::size_t k = j + 1; k < cuts.size() && left-- > 0 && !trials.is_over(); ++k) {
        if (consider_cuts(trials, {&cuts[i], &cuts[j], &cuts[k]})) return;
      }
    }
  }
}

void cut_and_change_letter(TextTrials& trials) {
  if (trials.best().text().size() > k_search_up_to) return;
  int left = k_most_considered;
  for (const TextCut& cut : single_cuts(trials)) {
    for (std::size_t at = 0; at < trials.best().text().size(); ++at) {
      if (is_touched(trials.best(), cut, at)) continue;
      for (const char letter : other_letters(trials.best().text(), trials.best().text()[at])) {
        if (trials.is_over() || left-- <= 0) return;
        std::string text = trials.best().text();
        text[at] = letter;
        const TextLayout changed(std::move(text));
        // The change may have made another word of a count.
        if (cut.counter &&
            (*cut.counter >= changed.words().size() || !changed.words()[*cut.counter].number)) {
          continue;
        }
        const std::optional<std::string> candidate = without(changed, {&cut});
        if (candidate && trials.consider(*candidate)) return;
      }
    }
  }
}

}  // namespace arbiter::stress
