#include <algorithm>
#include <arbiter/input_validator.hpp>
#include <functional>
#include <string>

int main() {
  arbiter::InputReader in;
  const std::string word = in.word(2, 15, arbiter::k_lower_case, "the word");
  const bool is_increasing =
      std::adjacent_find(word.begin(), word.end(), std::greater_equal<char>()) == word.end();
  if (is_increasing) in.invalid("the word is strictly increasing, so the game is over already");
  in.newline();
  in.end_of_file();
  return arbiter::k_exit_valid;
}
