// Measures what judging costs over running: a package of many tiny tests and a static C++ program,
// `arbiter judge --jobs 1 --no-cache` as a whole process against a loop that only starts the same
// program on the same inputs, and what a second job gains, for tiny tests and for tests of 20 ms.
// Rounds are interleaved; medians and their ratios are printed.
//
//   build/release/bin/judge_loop [TESTS] [ROUNDS]

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "base/temp_dir.hpp"

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* k_program = R"(#include <ctime>
#include <iostream>
int main() {
  long long a = 0, b = 0, busy_ms = 0;
  std::cin >> a >> b >> busy_ms;
  while (std::clock() * 1000 < busy_ms * CLOCKS_PER_SEC) {
  }
  std::cout << a + b << "\n";
}
)";

struct Setting {
  fs::path package;
  fs::path source;
  fs::path binary;
  fs::path arbiter;
  int tests = 0;
  int busy_ms = 0;  ///< CPU time of each
};

[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "judge_loop: {}\n", why);
  std::exit(1);
}

void write(const fs::path& path, const std::string& text) {
  if (const auto written = arbiter::write_file(path, text); !written) {
    give_up(written.error().text());
  }
}

/// Starts a program with these standard files and returns its exit status.
int spawn(const std::vector<std::string>& words, const char* input, const char* output) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (const std::string& word : words)
    argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC,
                                   0600);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) give_up("cannot start " + words.front());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

void make_package(Setting& setting) {
  fs::create_directories(setting.package / "data" / "secret");
  write(setting.package / "problem.yaml",
        "problem_format_version: 2025-09\nname: Sum\n"
        "uuid: 5d1d4a3c-7f5e-4a55-9d44-6f7d6c0a4c11\nlimits:\n  time_limit: 2\n  memory: 256\n");
  for (int i = 0; i < setting.tests; ++i) {
    const fs::path stem = setting.package / "data" / "secret" / fmt::format("{:04}", i);
    write(stem.string() + ".in", fmt::format("{} {} {}\n", i, 3 * i, setting.busy_ms));
    write(stem.string() + ".ans", fmt::format("{}\n", 4 * i));
  }
  write(setting.source, k_program);
  const int status = spawn({"g++", "-std=gnu++20", "-O2", "-static", "-o", setting.binary.string(),
                            setting.source.string()},
                           "/dev/null", "/dev/null");
  if (status != 0) give_up("g++ failed");
}

double bare_loop(const Setting& setting) {
  const std::string output = (setting.package / "output").string();
  const Clock::time_point begin = Clock::now();
  for (int i = 0; i < setting.tests; ++i) {
    const fs::path input = setting.package / "data" / "secret" / fmt::format("{:04}.in", i);
    if (spawn({setting.binary.string()}, input.c_str(), output.c_str()) != 0) give_up("it failed");
  }
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double judged(const Setting& setting, const char* jobs) {
  const std::string output = (setting.package / "report").string();
  const Clock::time_point begin = Clock::now();
  const int status = spawn({setting.arbiter.string(), "judge", setting.package.string(),
                            setting.source.string(), "--jobs", jobs, "--no-cache"},
                           "/dev/null", output.c_str());
  const double took = std::chrono::duration<double>(Clock::now() - begin).count();
  if (status != 0) give_up(fmt::format("arbiter ended with status {}", status));
  return took;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Setting make_setting(const fs::path& folder, int tests, int busy_ms) {
  Setting setting;
  setting.tests = tests;
  setting.busy_ms = busy_ms;
  setting.package = folder / fmt::format("sum{}", busy_ms);
  setting.source = folder / "sum.cpp";
  setting.binary = folder / "sum.bin";
  setting.arbiter = fs::read_symlink("/proc/self/exe").parent_path() / "arbiter";
  make_package(setting);
  judged(setting, "1");  // compiles, and fills the caches of the disk
  return setting;
}

void measure(const Setting& setting, int rounds) {
  std::vector<double> bare;
  std::vector<double> one;
  std::vector<double> two;
  for (int i = 0; i < rounds; ++i) {
    bare.push_back(bare_loop(setting));
    one.push_back(judged(setting, "1"));
    two.push_back(judged(setting, "2"));
  }
  fmt::print("{} tests of {} ms, medians of {} rounds\n", setting.tests, setting.busy_ms, rounds);
  fmt::print("  bare spawn loop        {:7.1f} ms\n", median(bare) * 1e3);
  fmt::print("  arbiter judge --jobs 1 {:7.1f} ms  {:.2f} times the bare loop\n", median(one) * 1e3,
             median(one) / median(bare));
  fmt::print("  arbiter judge --jobs 2 {:7.1f} ms  {:.2f} times as fast as --jobs 1\n",
             median(two) * 1e3, median(one) / median(two));
}

}  // namespace

int main(int argc, char** argv) {
  const int tests = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1000;
  const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 9;
  const auto folder = arbiter::TempDir::make("judge-loop");
  if (!folder) give_up(folder.error().text());
  measure(make_setting(folder->path(), tests, 0), rounds);
  measure(make_setting(folder->path(), std::max(1, tests / 5), 20), std::max(1, rounds / 3));
}
