#include <arbiter/input_validator.hpp>

int main() {
  arbiter::InputReader in;
  in.integer(0, 2'000'000'000, "a");
  in.space();
  in.integer(0, 2'000'000'000, "b");
  in.newline();
  in.end_of_file();
  return arbiter::k_exit_valid;
}
