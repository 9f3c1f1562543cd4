#pragma once

#include "stress/text/text_trials.hpp"

// The passes of shrink_text(); see choice_passes.hpp.

namespace arbiter::stress {

/// Units of each family, from all at once to single ones.
void cut_families(TextTrials& trials);
/// Runs of bytes in short texts, whatever they mean.
void cut_bytes(TextTrials& trials);

/// Each number towards 0, and numbers that are equal, or not below one, together.
void lower_numbers(TextTrials& trials);
void lower_equal_numbers(TextTrials& trials);
/// Two numbers near each other, so that their sum or their difference stays.
void move_numbers(TextTrials& trials);
/// Each letter towards the first of its alphabet, and equal ones, or those from one on, together.
void lower_letters(TextTrials& trials);
void lower_equal_letters(TextTrials& trials);
/// Two letters, two numbers or two neighbouring lines that change places.
void rename_in_text(TextTrials& trials);
void swap_lines(TextTrials& trials);

/// Two or three cuts at a time, or a cut and another letter. Ends with the first that is better.
void cut_several_families(TextTrials& trials);
void cut_and_change_letter(TextTrials& trials);

}  // namespace arbiter::stress
