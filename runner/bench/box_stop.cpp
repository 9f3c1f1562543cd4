// box_stop [ROUNDS]: how far over its limit a program is when the box has stopped it. The limit is
// 200 ms, of CPU time or, for the sleeper, of wall time.
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "bench/frame.hpp"
#include "box/box.hpp"

namespace arbiter {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds k_limit(200);

struct Way {
  const char* word;
  const char* name;
};
constexpr std::array k_ways = {
    Way{"burn", "one thread that burns"}, Way{"threads", "two threads that burn"},
    Way{"children", "children that nobody waits for"}, Way{"sleep", "a sleeper (wall)"}};

// Milliseconds over the limit.
std::vector<double> measure(box::Box& box, const Way& way, int rounds) {
  const UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const bool sleeps = std::string_view(way.word) == "sleep";
  box::RunRequest request;
  request.argv = {"/program/main", way.word};
  request.cpu_limit = sleeps ? 100 * k_limit : k_limit;
  request.wall_limit = sleeps ? k_limit : 100 * k_limit;
  request.memory_limit = mib(256);
  request.output_limit = mib(1);
  std::vector<double> over;
  for (int i = 0; i < rounds; ++i) {
    const auto report = bench::must(box.run(request, {null.get(), null.get(), null.get()}));
    if (report.stopped == box::Stopped::no) bench::give_up("a run was not stopped");
    const Nanoseconds used = sleeps ? report.wall : report.cpu;
    over.push_back(std::chrono::duration<double, std::milli>(used - k_limit).count());
  }
  return over;
}

void measure_mode(box::Mode mode, int rounds) {
  auto factory = box::make_factory(mode, ARBITER_BOX_PROGRAM, 0);
  if (!factory) {
    fmt::print("not measured: {}\n", factory.error().text());
    return;
  }
  fmt::print("\n{:<36} {:>10} {:>10}\n", mode_name(mode), "median ms", "most ms");
  for (const Way& way : k_ways) {
    const auto program = bench::must(open_read(ARBITER_STOP_PROGRAM));
    box::BoxConfig config;
    config.program_files.push_back({"main", program.get(), true});
    const auto box = bench::must((*factory)->make(config));
    const std::vector<double> over = measure(*box, way, rounds);
    fmt::print("{:<36} {:>10.2f} {:>10.2f}\n", way.name, bench::median(over),
               std::ranges::max(over));
  }
}

}  // namespace
}  // namespace arbiter

int main(int argc, char** argv) {
  using arbiter::box::Mode;
  const int rounds = arbiter::bench::count_argument(argc, argv, 1, 20);
  for (const Mode mode : {Mode::root_cgroup_v1, Mode::root_cgroup_v2, Mode::delegated_cgroup_v2,
                          Mode::user_namespace}) {
    arbiter::measure_mode(mode, rounds);
  }
}
