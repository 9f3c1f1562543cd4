#include <arbiter/input_validator.hpp>

int main() {
  arbiter::InputReader in;
  in.integer(1, 1000, "secret number");
  in.newline();
  in.end_of_file();
  return arbiter::k_exit_valid;
}
