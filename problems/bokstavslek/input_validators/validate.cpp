// N, then N different words in alphabetical order, one a line.
#include <string>

#include "arbiter/input_validator.hpp"

int main() {
  arbiter::InputReader in;
  const long long count = in.integer(1, 40000, "N");
  in.newline();
  std::string before;
  for (long long i = 0; i < count; ++i) {
    const std::string word = in.word(1, 20, arbiter::k_upper_case, "word");
    if (word == before) in.invalid(std::string("the word ").append(word).append(" occurs twice"));
    if (word < before) in.invalid(std::string(word).append(" must come before ").append(before));
    in.newline();
    before = word;
  }
  in.end_of_file();
  return arbiter::k_exit_valid;
}
