#include "stress/text/shrink_text.hpp"

#include <array>
#include <utility>

#include "stress/text/text_passes.hpp"
#include "stress/text/text_trials.hpp"

namespace arbiter::stress {
namespace {

using Pass = void (*)(TextTrials&);

constexpr std::array<Pass, 9> k_passes = {
    cut_families,  lower_numbers, lower_equal_numbers, move_numbers, lower_equal_letters,
    lower_letters, cut_bytes,     rename_in_text,      swap_lines,
};

constexpr std::array<Pass, 2> k_searches = {cut_several_families, cut_and_change_letter};

template <std::size_t count>
bool pass_all(TextTrials& trials, const std::array<Pass, count>& passes, bool all) {
  const std::int64_t steps = trials.steps();
  for (const Pass pass : passes) {
    pass(trials);
    if (!all && trials.steps() > steps) return true;
  }
  return trials.steps() > steps;
}

}  // namespace

ShrunkText shrink_text(std::string start, const TryText& try_text, const TextControl& control) {
  TextTrials trials(std::move(start), try_text, control);
  while (!trials.is_over()) {
    if (!pass_all(trials, k_passes, true) && !pass_all(trials, k_searches, false)) break;
  }
  return {trials.result(), trials.attempts(), !trials.is_over()};
}

}  // namespace arbiter::stress
