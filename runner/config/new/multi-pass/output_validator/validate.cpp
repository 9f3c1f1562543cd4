// Takes a word from the first run, which is the input of the second, and n from the second.
#include <arbiter/feedback.hpp>
#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char** argv) {
  if (argc < 4) return arbiter::k_exit_usage;
  const std::string folder = std::string(argv[3]) + "/";
  const arbiter::Feedback feedback(folder);
  const auto wrong = [&](const std::string& why) {
    feedback.tell_judges(why);
    return arbiter::k_exit_wrong;
  };
  std::string task;
  std::string n;
  if (!(std::ifstream(argv[1]) >> task >> n)) return arbiter::k_exit_data_at_fault;
  std::string given;
  std::string more;
  if (!(std::cin >> given) || std::cin >> more) return wrong("not one word");
  if (std::ifstream kept(folder + "n"); kept >> n) {
    return given == n ? arbiter::k_exit_accepted : wrong("n was " + n);
  }
  if (given.size() > 20 || given.find_first_not_of("ab") != std::string::npos) {
    return wrong("no word of at most 20 letters a and b");
  }
  std::ofstream(folder + "n") << n << '\n';
  std::ofstream(folder + "nextpass.in") << "decode\n" << given << '\n';
  return arbiter::k_exit_accepted;
}
