#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arbiter::intake {

/// Names as people compare them: equal for composed and decomposed letters (macOS stores the
/// latter) and for either case. Invalid UTF-8 becomes U+FFFD.
std::string folded(std::string_view text);

/// Composed letters, case kept.
std::string composed(std::string_view text);

/// folded(), without accents: "oberg" of "Öberg".
std::string without_marks(std::string_view text);

/// folded(), letters and digits only: "Lab 3" and "lab_3" are both "lab3".
std::string letters_of(std::string_view text);

/// folded(), in stretches of letters and stretches of digits: "Lab3-extra" is lab, 3, extra.
std::vector<std::string> words_of(std::string_view text);

/// The words of a person's name: folded stretches of letters and digits between anything else.
std::vector<std::string> parts_of_name(std::string_view text);

}  // namespace arbiter::intake
