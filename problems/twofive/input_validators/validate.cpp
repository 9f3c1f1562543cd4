// Line 1: W or N. Line 2: for W a word of the list, for N a number of a word.
#include <cstddef>
#include <string>
#include <string_view>

#include "arbiter/input_validator.hpp"

namespace {

constexpr std::size_t k_side = 5;
constexpr int k_cells = 25;
constexpr long long k_words = 701149020;
constexpr std::string_view k_letters = "ABCDEFGHIJKLMNOPQRSTUVWXY";

/// Checks the five letters at first, first + step, first + 2 step, ...
void check_increasing(const arbiter::InputReader& in, const std::string& word, std::size_t first,
                      std::size_t step, const std::string& what) {
  for (std::size_t i = 1; i < k_side; ++i) {
    const char before = word[first + (i - 1) * step];
    const char after = word[first + i * step];
    if (before > after)
      in.invalid(what + " is not increasing: " + after + " comes after " + before);
  }
}

void check_word(const arbiter::InputReader& in, const std::string& word) {
  // 25 letters of which none is missing: none can occur twice.
  for (const char letter : k_letters) {
    if (word.find(letter) == std::string::npos)
      in.invalid(std::string("the letter ") + letter + " is missing");
  }
  for (std::size_t i = 0; i < k_side; ++i) {
    check_increasing(in, word, i * k_side, 1, "row " + std::to_string(i + 1));
    check_increasing(in, word, i, k_side, "column " + std::to_string(i + 1));
  }
}

}  // namespace

int main() {
  arbiter::InputReader in;
  const std::string kind = in.word(1, 1, "WN", "kind of task");
  in.newline();
  if (kind == "W")
    check_word(in, in.word(k_cells, k_cells, k_letters, "word"));
  else
    in.integer(1, k_words, "number");
  in.newline();
  in.end_of_file();
  return arbiter::k_exit_valid;
}
