// Measures what judging costs over running: a package of many tiny tests and a static C++ program,
// `arbiter judge --jobs 1 --no-cache` as a whole process against a loop that only starts the same
// program on the same inputs. Rounds are interleaved; medians and their ratio are printed.
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

constexpr const char* k_program = R"(#include <iostream>
int main() {
  long long a = 0, b = 0;
  std::cin >> a >> b;
  std::cout << a + b << "\n";
}
)";

struct Setting {
  fs::path package;
  fs::path source;
  fs::path binary;
  fs::path arbiter;
  int tests = 0;
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
    write(stem.string() + ".in", fmt::format("{} {}\n", i, 3 * i));
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

double judged(const Setting& setting) {
  const std::string output = (setting.package / "report").string();
  const Clock::time_point begin = Clock::now();
  const int status = spawn({setting.arbiter.string(), "judge", setting.package.string(),
                            setting.source.string(), "--jobs", "1", "--no-cache"},
                           "/dev/null", output.c_str());
  const double took = std::chrono::duration<double>(Clock::now() - begin).count();
  if (status != 0) give_up(fmt::format("arbiter ended with status {}", status));
  return took;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  Setting setting;
  setting.tests = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1000;
  const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 9;
  auto folder = arbiter::TempDir::make("judge-loop");
  if (!folder) give_up(folder.error().text());
  setting.package = folder->path() / "sum";
  setting.source = folder->path() / "sum.cpp";
  setting.binary = folder->path() / "sum.bin";
  setting.arbiter = fs::read_symlink("/proc/self/exe").parent_path() / "arbiter";
  make_package(setting);
  judged(setting);  // compiles, and fills the caches of the disk
  std::vector<double> bare;
  std::vector<double> judging;
  for (int i = 0; i < rounds; ++i) {
    bare.push_back(bare_loop(setting));
    judging.push_back(judged(setting));
  }
  fmt::print("{} tests, medians of {} rounds\n", setting.tests, rounds);
  fmt::print("bare spawn loop        {:7.1f} ms\n", median(bare) * 1e3);
  fmt::print("arbiter judge --jobs 1 {:7.1f} ms\n", median(judging) * 1e3);
  fmt::print("ratio                  {:7.2f}\n", median(judging) / median(bare));
}
