// box_overhead [ROUNDS]: what a run in a box costs, as a multiple of a bare posix_spawn and wait4
// of the same static program. The ways take turns in every round, so that whatever else the
// machine does meets all of them. Both sides write to a file in memory and read nothing. A round
// is a block of runs of one way after the other: within one way runs follow each other, as in
// judging.
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "box/box.hpp"

namespace arbiter {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int k_block = 20;
constexpr int k_warm_up = 3;

struct Descriptors {
  UniqueFd input;
  UniqueFd output;
};

// One way to run the program once; false if it went wrong.
struct Way {
  std::string name;
  std::function<bool()> run;
  std::vector<double> microseconds;
};

bool spawn(const std::vector<std::string>& words, const Descriptors& files) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (const std::string& word : words) {
    argv.push_back(const_cast<char*>(word.c_str()));
  }
  argv.push_back(nullptr);
  std::array<char*, 2> environment{const_cast<char*>("PATH=/usr/bin:/bin"), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, files.input.get(), 0);
  posix_spawn_file_actions_adddup2(&actions, files.output.get(), 1);
  posix_spawn_file_actions_adddup2(&actions, files.output.get(), 2);
  pid_t pid = -1;
  const int code = ::posix_spawn(&pid, argv[0], &actions, nullptr, argv.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  int status = -1;
  rusage usage{};
  return code == 0 && ::wait4(pid, &status, 0, &usage) == pid && status == 0;
}

bool run_in(box::Box& box, const Descriptors& files) {
  static const box::RunRequest request = [] {
    box::RunRequest one;
    one.argv = {"/program/main"};
    one.cpu_limit = std::chrono::seconds(2);
    one.wall_limit = std::chrono::seconds(5);
    one.memory_limit = mib(256);
    one.output_limit = mib(8);
    return one;
  }();
  const auto report = box.run(request, {files.input.get(), files.output.get(), files.output.get()});
  if (!report) fmt::print(stderr, "{}\n", report.error().text());
  return report && report->exited && report->exit_status == 0;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

bool measure(std::vector<Way>& ways, int rounds, const Descriptors& files) {
  for (int round = -k_warm_up; round < rounds; ++round) {
    for (Way& way : ways) {
      for (int i = 0; i < k_block; ++i) {
        if (::ftruncate(files.output.get(), 0) != 0) return false;
        ::lseek(files.output.get(), 0, SEEK_SET);
        const auto start = Clock::now();
        if (!way.run()) {
          fmt::print(stderr, "box_overhead: a run failed: {}\n", way.name);
          return false;
        }
        const std::chrono::duration<double, std::micro> took = Clock::now() - start;
        if (round >= 0) way.microseconds.push_back(took.count());
      }
    }
  }
  return true;
}

void show(const std::string& title, const std::vector<Way>& ways) {
  const double bare = median(ways.front().microseconds);
  const double least_bare = std::ranges::min(ways.front().microseconds);
  fmt::print("\n{}\n{:<40} {:>10} {:>7} {:>10} {:>7}\n", title, "", "median µs", "ratio",
             "least µs", "ratio");
  for (const Way& way : ways) {
    const double middle = median(way.microseconds);
    const double least = std::ranges::min(way.microseconds);
    fmt::print("{:<40} {:>10.1f} {:>7.2f} {:>10.1f} {:>7.2f}\n", way.name, middle, middle / bare,
               least, least / least_bare);
  }
}

bool pin(int core) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(static_cast<unsigned>(core), &cores);
  return ::sched_setaffinity(0, sizeof cores, &cores) == 0;
}

struct Boxes {
  std::vector<std::unique_ptr<box::BoxFactory>> factories;
  std::vector<std::unique_ptr<box::Box>> boxes;
};

bool add_box(box::Mode mode, int core, Boxes& all, std::vector<Way>& ways,
             const Descriptors& files) {
  auto factory = box::make_factory(mode, ARBITER_BOX_PROGRAM, 0);
  if (!factory) {
    fmt::print("not measured: {}\n", factory.error().text());
    return true;
  }
  auto program = open_read(ARBITER_BENCH_PROGRAM);
  if (!program) return false;
  box::BoxConfig config;
  config.core = core;
  config.program_files.push_back({"main", program->get(), true});
  auto box = (*factory)->make(config);
  if (!box) {
    fmt::print(stderr, "{}\n", box.error().text());
    return false;
  }
  box::Box& made = **box;
  all.factories.push_back(std::move(factory).value());
  all.boxes.push_back(std::move(box).value());
  ways.push_back({"box: " + std::string(mode_name(mode)),
                  [&made, &files] { return run_in(made, files); },
                  {}});
  return true;
}

bool compare(const std::string& title, int core, int rounds, const Descriptors& files) {
  Boxes all;
  std::vector<Way> ways;
  ways.push_back(
      {"bare posix_spawn", [&files] { return spawn({ARBITER_BENCH_PROGRAM}, files); }, {}});
  std::vector<box::Mode> modes{box::Mode::user_namespace, box::Mode::unsandboxed};
  if (::geteuid() == 0) {
    modes.insert(modes.begin(), {box::Mode::root_cgroup_v1, box::Mode::root_cgroup_v2});
  } else {
    modes.insert(modes.begin(), box::Mode::delegated_cgroup_v2);
  }
  for (const box::Mode mode : modes) {
    if (!add_box(mode, core, all, ways, files)) return false;
  }
  if (std::filesystem::exists("/usr/bin/bwrap")) {
    const std::vector<std::string> words{
        "/usr/bin/bwrap", "--unshare-all", "--die-with-parent",  "--ro-bind", "/", "/",
        "--dev",          "/dev",          ARBITER_BENCH_PROGRAM};
    if (spawn(words, files)) {
      ways.push_back(
          {"bubblewrap --unshare-all", [&files, words] { return spawn(words, files); }, {}});
    }
  }
  if (!measure(ways, rounds, files)) return false;
  show(title, ways);
  return true;
}

bool measure_setup(int rounds) {
  std::vector<double> times;
  auto factory = box::make_factory(box::Mode::user_namespace, ARBITER_BOX_PROGRAM, 0);
  if (::geteuid() == 0) {
    auto better = box::make_factory(box::Mode::root_cgroup_v1, ARBITER_BOX_PROGRAM, 0);
    if (better) factory = std::move(better);
  }
  if (!factory) return true;
  std::vector<std::unique_ptr<box::Box>> boxes;
  for (int i = 0; i < rounds; ++i) {
    const auto start = Clock::now();
    auto box = (*factory)->make({});
    const std::chrono::duration<double, std::micro> took = Clock::now() - start;
    if (!box) return false;
    times.push_back(took.count());
  }
  fmt::print("\nan empty box, from nothing to ready (median of {}): {:.0f} µs\n", rounds,
             median(times));
  return true;
}

}  // namespace
}  // namespace arbiter

int main(int argc, char** argv) {
  using namespace arbiter;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 50;
  auto output = memory_file("output");
  auto input = open_read("/dev/null");
  if (rounds < 1 || !output || !input) {
    fmt::print(stderr, "usage: box_overhead [ROUNDS]\n");
    return 2;
  }
  const Descriptors files{std::move(input).value(), std::move(output).value()};
  bool ok = compare("not pinned", -1, rounds, files);
  ok = ok && measure_setup(rounds);
  ok = ok && pin(0) && compare("all processes of all ways on core 0", 0, rounds, files);
  return ok ? 0 : 1;
}
