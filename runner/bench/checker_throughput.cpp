// Throughput of the default checker beside cmp, on files that it makes itself.
//
// One command, from the build folder of a Release build: ./checker_throughput [MiB] [rounds]
//
// Each round maps both files anew and compares them, as the runner does for every test, so page
// faults are part of the time. The cases take turns within a round, so that a busy machine slows
// all of them. A figure is the size of the answer file over the median time of the rounds; cmp
// compares the equal pair of the same round, since it stops at the first difference.

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "standard/checker.hpp"

namespace {

namespace checkers = arbiter::checkers;
namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "arbiter-bench-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

class Mapping {
 public:
  explicit Mapping(const std::string& path) {
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat facts {};
    if (fd < 0 || fstat(fd, &facts) != 0) throw std::runtime_error("cannot open " + path);
    size_ = static_cast<std::size_t>(facts.st_size);
    bytes_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
    close(fd);
    if (bytes_ == MAP_FAILED) throw std::runtime_error("cannot map " + path);
  }
  ~Mapping() { munmap(bytes_, size_); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  [[nodiscard]] std::string_view text() const { return {static_cast<const char*>(bytes_), size_}; }

 private:
  void* bytes_ = nullptr;
  std::size_t size_ = 0;
};

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

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

void run_cmp(const std::string& answer, const std::string& output) {
  std::string words[] = {"cmp", answer, output};
  char* argv[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  pid_t pid = 0;
  int status = 1;
  if (posix_spawnp(&pid, "cmp", nullptr, nullptr, argv, environ) != 0) {
    throw std::runtime_error("cannot start cmp");
  }
  if (waitpid(pid, &status, 0) != pid || status != 0) throw std::runtime_error("cmp failed");
}

void run_checker(const std::vector<std::string>& words, const std::string& answer,
                 const std::string& output) {
  const checkers::StandardChecker* checker = checkers::find_checker("default");
  const auto options = std::get<checkers::Options>(checkers::parse_arguments(*checker, words));
  const Mapping left(answer);
  const Mapping right(output);
  const checkers::Outcome outcome = checker->check(left.text(), right.text(), options);
  if (!outcome.accepted) throw std::runtime_error("wrongly rejected: " + outcome.message);
}

struct Case {
  std::string name;
  std::function<void()> run;
  std::vector<double> seconds;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::size_t number(const char* word, std::size_t limit) {
  std::size_t value = 0;
  const std::string_view text(word);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value == 0 || value > limit) {
    throw std::runtime_error("usage: checker_throughput [MiB, up to 4096] [rounds, up to 1000]");
  }
  return value;
}

void measure(std::vector<Case>& cases, std::size_t rounds) {
  for (Case& item : cases)
    item.run();
  for (std::size_t round = 0; round < rounds; ++round) {
    for (Case& item : cases) {
      const auto begin = std::chrono::steady_clock::now();
      item.run();
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
      item.seconds.push_back(taken.count());
    }
  }
}

int run(std::size_t mebibytes, std::size_t rounds) {
  const Folder folder;
  const std::string answer = folder.file("answer");
  const std::string equal = folder.file("equal");
  const std::string respaced = folder.file("respaced");
  const std::string respelled = folder.file("respelled");
  const std::string text = make_answer(mebibytes << 20U);
  write_file(answer, text);
  write_file(equal, text);
  write_file(respaced, respace(text));
  write_file(respelled, respell(text));
  const std::vector<std::string> exact_case{"case_sensitive"};
  const std::vector<std::string> tolerance{"float_tolerance", "1e-6"};
  std::vector<Case> cases;
  const auto add = [&](const char* name, const std::vector<std::string>& words,
                       const std::string& output) {
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
  const double of_cmp = median(cases.front().seconds);
  std::printf("%zu MiB, %zu rounds\n%-50s %8s %8s\n", mebibytes, rounds, "", "GB/s", "of cmp");
  for (const Case& item : cases) {
    const double taken = median(item.seconds);
    std::printf("%-50s %8.2f %7.2fx\n", item.name.c_str(),
                static_cast<double>(text.size()) / taken / 1e9, of_cmp / taken);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc > 1 ? number(argv[1], 4096) : 64, argc > 2 ? number(argv[2], 1000) : 9);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "checker_throughput: %s\n", error.what());
    return 1;
  }
}
