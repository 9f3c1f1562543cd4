// box_overhead [ROUNDS]: what a run in a box costs, as a multiple of a bare posix_spawn and wait4
// of the same static program. The ways take turns in every round, so that whatever else the
// machine does meets all of them. Both sides write to a file in memory and read nothing. A round
// is a block of runs of one way after the other: within one way runs follow each other, as in
// judging.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "bench/frame.hpp"
#include "box/box.hpp"

namespace arbiter {
namespace {

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
  std::array<char*, 2> environment{const_cast<char*>("PATH=/usr/bin:/bin"), nullptr};
  const int output = files.output.get();
  return bench::spawn(words, files.input.get(), output, output, environment.data()) == 0;
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

void measure(std::vector<Way>& ways, int rounds, const Descriptors& files) {
  for (int round = -k_warm_up; round < rounds; ++round) {
    for (Way& way : ways) {
      for (int i = 0; i < k_block; ++i) {
        bench::empty(files.output.get());
        bool is_done = false;
        const double took = bench::seconds_of([&] { is_done = way.run(); });
        if (!is_done) bench::give_up("a run failed: " + way.name);
        if (round >= 0) way.microseconds.push_back(took * 1e6);
      }
    }
  }
}

void show(const std::string& title, const std::vector<Way>& ways) {
  const double bare = bench::median(ways.front().microseconds);
  const double least_bare = std::ranges::min(ways.front().microseconds);
  fmt::print("\n{}\n{:<40} {:>10} {:>7} {:>10} {:>7}\n", title, "", "median µs", "ratio",
             "least µs", "ratio");
  for (const Way& way : ways) {
    const double middle = bench::median(way.microseconds);
    const double least = std::ranges::min(way.microseconds);
    fmt::print("{:<40} {:>10.1f} {:>7.2f} {:>10.1f} {:>7.2f}\n", way.name, middle, middle / bare,
               least, least / least_bare);
  }
}

struct Boxes {
  std::vector<std::unique_ptr<box::BoxFactory>> factories;
  std::vector<std::unique_ptr<box::Box>> boxes;
};

void add_box(box::Mode mode, int core, Boxes& all, std::vector<Way>& ways,
             const Descriptors& files) {
  auto factory = box::make_factory(mode, ARBITER_BOX_PROGRAM, 0);
  if (!factory) {
    fmt::print("not measured: {}\n", factory.error().text());
    return;
  }
  const auto program = bench::must(open_read(ARBITER_BENCH_PROGRAM));
  box::BoxConfig config;
  config.core = core;
  config.program_files.push_back({"main", program.get(), true});
  auto box = bench::must((*factory)->make(config));
  box::Box& made = *box;
  all.factories.push_back(std::move(factory).value());
  all.boxes.push_back(std::move(box));
  ways.push_back({"box: " + std::string(mode_name(mode)),
                  [&made, &files] { return run_in(made, files); },
                  {}});
}

void compare(const std::string& title, int core, int rounds, const Descriptors& files) {
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
    add_box(mode, core, all, ways, files);
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
  measure(ways, rounds, files);
  show(title, ways);
}

void measure_setup(int rounds) {
  std::vector<double> times;
  const auto mode = box::probe(ARBITER_BOX_PROGRAM).mode;
  const auto factory = bench::must(box::make_factory(mode, ARBITER_BOX_PROGRAM, 0));
  for (int i = 0; i < rounds; ++i) {
    std::unique_ptr<box::Box> box;
    times.push_back(1e6 * bench::seconds_of([&] { box = bench::must(factory->make({})); }));
  }
  fmt::print("\nan empty box, from nothing to ready (median of {}): {:.0f} µs\n", rounds,
             bench::median(times));
}

}  // namespace
}  // namespace arbiter

int main(int argc, char** argv) {
  using namespace arbiter;
  const int rounds = bench::count_argument(argc, argv, 1, 50);
  const Descriptors files{bench::must(open_read("/dev/null")), bench::must(memory_file("output"))};
  compare("not pinned", -1, rounds, files);
  measure_setup(rounds);
  bench::pin(0);
  compare("all processes of all ways on core 0", 0, rounds, files);
}
