// Takes a word from the first run, which is the input of the second, and n from the second.
#include <arbiter/output_validator.hpp>
#include <fstream>
#include <sstream>
#include <string>

int main(int argc, char** argv) {
  const arbiter::OutputValidator judge(argc, argv);
  std::istringstream output(judge.output());
  std::string given;
  std::string more;
  if (!(output >> given) || output >> more) judge.reject("not one word");
  // What lies in the feedback folder is there in the second run, too.
  const std::string kept = std::string(argv[3]) + "/n";
  std::string n;
  if (std::ifstream(kept) >> n) {
    if (given != n) judge.reject("n was " + n);
    judge.accept();
  }
  if (given.size() > 20 || given.find_first_not_of("ab") != std::string::npos)
    judge.reject("no word of at most 20 letters a and b");
  std::string task;
  std::istringstream(judge.input()) >> task >> n;
  std::ofstream(kept) << n << '\n';
  judge.accept_and_continue("decode\n" + given + "\n");
}
