#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arbiter::verify {

/// A text and what is wrong with it.
struct Mangled {
  std::string_view what;  ///< "a leading zero": what was added
  std::string text;
};

/// Copies of an input that a strict validator refuses, each changed in one place; only those that
/// differ from it. The changes are those of problemtools and BAPCtools that leave the meaning as it
/// was, or add something behind the end.
std::vector<Mangled> changed_inputs(std::string_view input);

/// Which of these changes a text has itself: where a test case has them, they belong to the format.
std::vector<std::string_view> layout_of(std::string_view input);

/// Texts that are no input, and no output, of any problem.
std::vector<Mangled> junk();

/// Outputs that a checker must be able to read: shapes of numbers, brackets, bytes, and the answer
/// cut short, doubled or with one token changed.
std::vector<Mangled> nasty_outputs(std::string_view answer);

}  // namespace arbiter::verify
