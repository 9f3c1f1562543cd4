#include <arbiter/input_validator.hpp>
#include <string>

int main() {
  arbiter::InputReader in;
  long long sum = 0;
  for (int pit = 1; pit <= 7; ++pit) {
    if (pit > 1) in.space();
    sum += in.integer(2, 4, "the beads in a pit");
  }
  if (sum != 20) in.invalid("the pits hold " + std::to_string(sum) + " beads, not 20");
  in.newline();
  in.end_of_file();
  return arbiter::k_exit_valid;
}
