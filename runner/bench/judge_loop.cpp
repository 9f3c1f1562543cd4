// Measures what judging costs over running: a package of many tiny tests and a static C++ program,
// `arbiter judge --jobs 1 --no-cache` as a whole process against a loop that only starts the same
// program on the same inputs, and what a second job gains, for tiny tests and for tests of 20 ms.
// Rounds are interleaved; medians and their ratios are printed.
//
//   build/release/bin/judge_loop [TESTS] [ROUNDS]

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "bench/frame.hpp"

namespace {

namespace fs = std::filesystem;
namespace bench = arbiter::bench;
using bench::median;

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

void write(const fs::path& path, const std::string& text) {
  bench::must(arbiter::write_file(path, text));
}

/// Starts a program with these files as its input and output.
int spawn(const std::vector<std::string>& words, const fs::path& input, const fs::path& output) {
  const auto in = bench::must(arbiter::open_read(input));
  const arbiter::UniqueFd out(
      ::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  return bench::spawn(words, in.get(), out.get(), STDERR_FILENO);
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
  if (status != 0) bench::give_up("g++ failed");
}

double bare_loop(const Setting& setting) {
  return bench::seconds_of([&] {
    for (int i = 0; i < setting.tests; ++i) {
      const fs::path input = setting.package / "data" / "secret" / fmt::format("{:04}.in", i);
      const int status = spawn({setting.binary.string()}, input, setting.package / "output");
      if (status != 0) bench::give_up("it failed");
    }
  });
}

double judged(const Setting& setting, const char* jobs) {
  return bench::seconds_of([&] {
    const int status = spawn({setting.arbiter.string(), "judge", setting.package.string(),
                              setting.source.string(), "--jobs", jobs, "--no-cache"},
                             "/dev/null", setting.package / "report");
    if (status != 0) bench::give_up(fmt::format("arbiter ended with status {}", status));
  });
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
  const int tests = bench::count_argument(argc, argv, 1, 1000);
  const int rounds = bench::count_argument(argc, argv, 2, 9);
  const auto folder = bench::must(arbiter::TempDir::make("judge-loop"));
  measure(make_setting(folder.path(), tests, 0), rounds);
  measure(make_setting(folder.path(), std::max(1, tests / 5), 20), std::max(1, rounds / 3));
}
