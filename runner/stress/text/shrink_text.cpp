#include "stress/text/shrink_text.hpp"

#include <utility>

#include "stress/shrink/sequence_passes.hpp"
#include "stress/text/text_trials.hpp"

namespace arbiter::stress {
namespace {

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
