// Arbiter wrote this file. Below these lines is a checker, a referee or an input validator as the
// problem package format has them: it ends with status 42 or 43, reads the output from standard
// input, and writes what it has to say into a folder. These lines call its main function and say
// the same as another judge wants it. Which judge that is, the macro ARBITER_FOR above says.
#include <stdlib.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#define ARBITER_KATTIS_POINTS 1       // INPUT ANSWER FOLDER MOST ...: as before, but with score.txt
#define ARBITER_TESTLIB_CHECKER 2     // INPUT OUTPUT ANSWER [REPORT]: status 0, 1, 3, 7
#define ARBITER_TESTLIB_INTERACTOR 3  // INPUT LOG [ANSWER]: the share goes into LOG
#define ARBITER_TESTLIB_LOG 4         // INPUT LOG ANSWER [REPORT]: the checker after it
#define ARBITER_TESTLIB_VALIDATOR 5   // the input on standard input: status 0 or 3
#define ARBITER_CMS_CHECKER 6         // INPUT ANSWER OUTPUT: the share on standard output
#define ARBITER_CMS_MANAGER 7         // FROM_USER TO_USER, the input on standard input

#if ARBITER_FOR == ARBITER_CMS_MANAGER
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#endif

namespace arbiter_export {

namespace fs = std::filesystem;

inline const char* const arguments[] = {"", ARBITER_ARGUMENTS};  // of the package
inline std::string own_folder;                                   // that this program made
inline std::string feedback;                                     // with a slash at the end
inline std::string most;      // points of the test case; "-": what the validator says
inline std::string log_file;  // of an interactor
inline std::string report;    // for testlib's message; empty: standard error

[[noreturn]] inline void leave(int status) {
  std::error_code ignored;
  if (!own_folder.empty()) fs::remove_all(own_folder, ignored);
  std::exit(status);
}

[[noreturn]] inline void give_up(const std::string& why) {
  std::cerr << why << '\n';
  leave(3);
}

inline std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) give_up("cannot write " + path);
}

inline void make_folder() {
  std::random_device random;
  std::error_code failed;
  for (const fs::path& base : {fs::path("/dev/shm"), fs::temp_directory_path(failed)}) {
    own_folder = (base / ("arbiter-" + std::to_string(random()))).string();
    if (fs::create_directory(own_folder, failed)) {
      feedback = own_folder + "/";
      return;
    }
  }
  own_folder.clear();
  give_up("cannot make a folder for messages");
}

// The share of the points that an accepted output gets.
inline double share() {
  const std::string text = text_of(feedback + "score_multiplier.txt");
  return text.empty() ? 1 : std::strtod(text.c_str(), nullptr);
}

inline std::string number(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

inline std::string message() {
  std::string text = text_of(feedback + "judgemessage.txt") + text_of(feedback + "judgeerror.txt");
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  return text;
}

[[noreturn]] inline void say_as_testlib(int status, double part) {
  std::string words = message();
  int meaning = status == 42 ? 0 : status == 43 ? 1 : 3;
  if (meaning == 0 && part < 1) {
    meaning = 7;
    words = "points " + number(100 * part) + " " + words;
  }
  if (report.empty()) {
    std::cerr << words << '\n';
  } else {
    write(report, words + "\n");
  }
  leave(meaning);
}

[[noreturn]] inline void say_as_cms(int status) {
  const double part = status == 42 ? share() : 0;
  if (status != 42 && status != 43) give_up(message());
  std::cerr << (part >= 1   ? "translate:success"
                : part <= 0 ? "translate:wrong"
                            : "translate:partial");
  std::string words = "\n" + message();
  for (std::size_t at = 0; (at = words.find('\n', at)) != std::string::npos; ++at)
    words.replace(at, 1, "\nADMIN_MESSAGE:");
  std::cerr << words << '\n';
#if ARBITER_FOR == ARBITER_CMS_MANAGER
  ::dup2(9, 1);
#endif
  std::cout << number(part) << std::endl;
  leave(0);
}

inline void give_points() {
  const std::string file = feedback + "score.txt";
  if (most == "0") {
    write(file, "0\n");
  } else if (most != "-" && text_of(file).empty()) {
    write(file, std::to_string(share() * std::strtod(most.c_str(), nullptr)) + "\n");
  }
  std::error_code ignored;
  fs::remove(feedback + "score_multiplier.txt", ignored);
}

// What the program below ends with.
[[noreturn]] inline void end(int status) {
  std::cout.flush();
  std::fflush(stdout);
#if ARBITER_FOR == ARBITER_KATTIS_POINTS
  if (status == 42) give_points();
  leave(status);
#elif ARBITER_FOR == ARBITER_TESTLIB_INTERACTOR
  if (status == 42) write(log_file, number(share()) + "\n");
  say_as_testlib(status, 1);
#elif ARBITER_FOR == ARBITER_TESTLIB_VALIDATOR
  leave(status == 42 ? 0 : 3);
#elif ARBITER_FOR == ARBITER_CMS_CHECKER || ARBITER_FOR == ARBITER_CMS_MANAGER
  say_as_cms(status);
#else
  say_as_testlib(status, share());
#endif
}

inline void read_output_from(const std::string& file) {
  if (std::freopen(file.c_str(), "rb", stdin) == nullptr) give_up("cannot read " + file);
}

#if ARBITER_FOR == ARBITER_CMS_MANAGER
// The program that is judged opens its standard input first.
inline void connect(const std::string& from, const std::string& to) {
  const int out = ::open(to.c_str(), O_WRONLY);
  const int in = ::open(from.c_str(), O_RDONLY);
  if (in < 0 || out < 0) give_up("cannot open the pipes to the program");
  ::dup2(1, 9);
  ::dup2(in, 0);
  ::dup2(out, 1);
  ::close(in);
  ::close(out);
  std::cin.clear();
  std::clearerr(stdin);
  std::signal(SIGPIPE, SIG_IGN);
}
#endif

// The arguments of the program below.
inline std::vector<std::string> prepare(std::vector<std::string> words) {
  words.resize(words.size() < 5 ? 5 : words.size());
#if ARBITER_FOR == ARBITER_KATTIS_POINTS
  feedback = words[3];
  if (feedback.empty() || feedback.back() != '/') feedback += '/';
  most = words[4];
  // Older problemtools give a referee no arguments.
  if (most.empty()) give_up("the points of the test case are missing: output_validator_flags");
  words.erase(words.begin() + 4);
  return words;
#else
  std::vector<std::string> all;
  if (ARBITER_FOR != ARBITER_TESTLIB_VALIDATOR) make_folder();
#if ARBITER_FOR == ARBITER_TESTLIB_CHECKER
  report = words[4];
  read_output_from(words[2]);
  all = {words[0], words[1], words[3], feedback};
#elif ARBITER_FOR == ARBITER_TESTLIB_INTERACTOR
  log_file = words[2];
  report = words[4];
  all = {words[0], words[1], words[3].empty() ? words[1] : words[3], feedback};
#elif ARBITER_FOR == ARBITER_TESTLIB_LOG
  report = words[4];
  say_as_testlib(42, std::strtod(text_of(words[2]).c_str(), nullptr));
#elif ARBITER_FOR == ARBITER_TESTLIB_VALIDATOR
  all = {words[0]};
#elif ARBITER_FOR == ARBITER_CMS_CHECKER
  read_output_from(words[3]);
  all = {words[0], words[1], words[2], feedback};
#elif ARBITER_FOR == ARBITER_CMS_MANAGER
  write(feedback + "input", {std::istreambuf_iterator<char>(std::cin), {}});
  connect(words[1], words[2]);
  all = {words[0], feedback + "input", "/dev/null", feedback};
#endif
  all.insert(all.end(), std::begin(arguments) + 1, std::end(arguments));
  return all;
#endif
}

inline int call(int (*program)(), std::vector<char*>& /*words*/) {
  return program();
}
inline int call(int (*program)(int, char**), std::vector<char*>& words) {
  return program(static_cast<int>(words.size()) - 1, words.data());
}

template <class Program>
int run(Program program, int argc, char** argv) {
  std::vector<std::string> words = prepare({argv, argv + argc});
  std::vector<char*> pointers;
  for (std::string& word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  end(call(program, pointers));
}

}  // namespace arbiter_export

namespace std {
[[noreturn]] inline void arbiter_exit(int status) {
  arbiter_export::end(status);
}
}  // namespace std
using std::arbiter_exit;

#define exit arbiter_exit
#define main arbiter_main
