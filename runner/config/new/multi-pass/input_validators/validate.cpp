#include <arbiter/input_validator.hpp>

int main() {
  arbiter::InputReader in;
  if (in.word(6, 6, arbiter::k_lower_case, "task") != "encode") in.invalid("the task is 'encode'");
  in.newline();
  in.integer(0, 1'000'000, "n");
  in.newline();
  in.end_of_file();
  return arbiter::k_exit_valid;
}
