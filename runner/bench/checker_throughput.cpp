// Throughput of the default checker beside cmp, on files that it makes itself.
//
// One command, from the build folder of a Release build: ./checker_throughput [MiB] [rounds]
//
// Each round maps both files anew and compares them, as the runner does for every test, so page
// faults are part of the time. The cases take turns within a round, so that a busy machine slows
// all of them. A figure is the size of the answer file over the median time of the rounds; cmp
// compares the equal pair of the same round, since it stops at the first difference.

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "bench/frame.hpp"
#include "standard/checker.hpp"

namespace {

namespace checkers = arbiter::checkers;
namespace bench = arbiter::bench;
namespace fs = std::filesystem;

std::string make_answer(std::size_t size) {
  std::string text;
  text.reserve(size + 64);
  std::uint64_t state = 1;
  while (text.size() < size) {
    for (int column = 0; column < 4; ++column) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      text += std::to_string(state >> 44U);
      if (column % 2 == 1) text += '.' + std::to_string((state >> 20U) % 1000);
      text += column == 3 ? '\n' : ' ';
    }
  }
  return text;
}

// The same tokens, with another blank somewhere in every line and another line end.
std::string respace(const std::string& answer) {
  std::string text;
  text.reserve(answer.size() + answer.size() / 8);
  std::size_t blanks = 0;
  for (const char byte : answer) {
    if (byte == '\n') text += " \r";
    text += byte;
    if (byte == ' ' && ++blanks % 3 == 0) text += ' ';
  }
  return text;
}

// Every number with a digit more: each token has to be read as a number.
std::string respell(const std::string& answer) {
  std::string text;
  text.reserve(answer.size() * 2);
  bool has_point = false;
  for (const char byte : answer) {
    if (byte == ' ' || byte == '\n') {
      text += has_point ? "0" : ".0";
      has_point = false;
    }
    has_point = has_point || byte == '.';
    text += byte;
  }
  return text;
}

void run_cmp(const fs::path& answer, const fs::path& output) {
  const int status = bench::spawn({"cmp", answer.string(), output.string()}, STDIN_FILENO,
                                  STDOUT_FILENO, STDERR_FILENO);
  if (status != 0) bench::give_up("cmp failed");
}

void run_checker(const std::vector<std::string>& words, const fs::path& answer,
                 const fs::path& output) {
  const checkers::StandardChecker* checker = checkers::find_checker("default");
  const auto options = std::get<checkers::Options>(checkers::parse_arguments(*checker, words));
  const auto left = bench::must(arbiter::MappedFile::open(answer));
  const auto right = bench::must(arbiter::MappedFile::open(output));
  const checkers::Outcome outcome = checker->check(left.bytes(), right.bytes(), options);
  if (!outcome.accepted) bench::give_up("wrongly rejected: " + outcome.message);
}

struct Case {
  std::string name;
  std::function<void()> run;
  std::vector<double> seconds;
};

void measure(std::vector<Case>& cases, int rounds) {
  for (Case& item : cases)
    item.run();
  for (int round = 0; round < rounds; ++round) {
    for (Case& item : cases)
      item.seconds.push_back(bench::seconds_of(item.run));
  }
}

void run(int mebibytes, int rounds) {
  const auto folder = bench::must(arbiter::TempDir::make("arbiter-bench"));
  const fs::path answer = folder.path() / "answer";
  const fs::path equal = folder.path() / "equal";
  const fs::path respaced = folder.path() / "respaced";
  const fs::path respelled = folder.path() / "respelled";
  const std::string text = make_answer(static_cast<std::size_t>(mebibytes) << 20U);
  bench::must(arbiter::write_file(answer, text));
  bench::must(arbiter::write_file(equal, text));
  bench::must(arbiter::write_file(respaced, respace(text)));
  bench::must(arbiter::write_file(respelled, respell(text)));
  const std::vector<std::string> exact_case{"case_sensitive"};
  const std::vector<std::string> tolerance{"float_tolerance", "1e-6"};
  std::vector<Case> cases;
  const auto add = [&](const char* name, const std::vector<std::string>& words,
                       const fs::path& output) {
    cases.push_back({name, [words, answer, output] { run_checker(words, answer, output); }, {}});
  };
  cases.push_back({"cmp, equal", [answer, equal] { run_cmp(answer, equal); }, {}});
  add("default, equal", {}, equal);
  add("case_sensitive, equal", exact_case, equal);
  add("float_tolerance, equal", tolerance, equal);
  add("default, blanks differ on every line", {}, respaced);
  add("case_sensitive, blanks differ on every line", exact_case, respaced);
  add("float_tolerance, blanks differ on every line", tolerance, respaced);
  add("float_tolerance, every number spelled otherwise", tolerance, respelled);
  measure(cases, rounds);
  const double of_cmp = bench::median(cases.front().seconds);
  std::printf("%d MiB, %d rounds\n%-50s %8s %8s\n", mebibytes, rounds, "", "GB/s", "of cmp");
  for (const Case& item : cases) {
    const double taken = bench::median(item.seconds);
    std::printf("%-50s %8.2f %7.2fx\n", item.name.c_str(),
                static_cast<double>(text.size()) / taken / 1e9, of_cmp / taken);
  }
}

}  // namespace

int main(int argc, char** argv) {
  run(bench::count_argument(argc, argv, 1, 64), bench::count_argument(argc, argv, 2, 9));
}
