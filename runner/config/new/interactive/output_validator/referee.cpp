// Reads guesses from standard input and answers on standard output.
#include <arbiter/feedback.hpp>
#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char** argv) {
  if (argc < 4) return arbiter::k_exit_usage;
  int secret = 0;
  if (!(std::ifstream(argv[1]) >> secret)) return arbiter::k_exit_data_at_fault;
  const arbiter::Feedback feedback(argv[3]);
  const auto wrong = [&](const std::string& why) {
    feedback.tell_judges(why);
    return arbiter::k_exit_wrong;
  };
  for (int guesses = 0; guesses < 10; ++guesses) {
    int guess = 0;
    if (!(std::cin >> guess)) return wrong("no guess after " + std::to_string(guesses));
    if (guess < 1 || guess > 1000) return wrong("the guess is not from 1 to 1000");
    std::cout << (guess > secret ? "lower" : guess < secret ? "higher" : "correct") << std::endl;
    if (guess == secret) return arbiter::k_exit_accepted;
  }
  return wrong("10 guesses, and none was right");
}
