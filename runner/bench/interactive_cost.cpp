// interactive_cost [ROUNDS]: what a game of 10 000 exchanges costs, without and with a transcript,
// against the same two programs on bare pipes: on a core each, both on one, and where the system
// puts them. Ratios are of medians.
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "box/box.hpp"
#include "judge/game/game.hpp"

namespace arbiter {
namespace {

using Clock = std::chrono::steady_clock;
constexpr const char* k_exchanges = "10000";

// Where the programs run; -1: anywhere.
struct Cores {
  std::string name;
  int answers = -1;
  int asks = -1;
};

void pin(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  const int first = std::max(core, 0);
  const int last = core < 0 ? CPU_SETSIZE - 1 : core;
  for (int i = first; i <= last; ++i) {
    CPU_SET(static_cast<std::size_t>(i), &set);
  }
  ::sched_setaffinity(0, sizeof set, &set);
}

double median(std::vector<double> of) {
  std::ranges::sort(of);
  const std::size_t half = of.size() / 2;
  return of.size() % 2 == 1 ? of[half] : (of[half - 1] + of[half]) / 2;
}

pid_t spawn(int core, int in, int out, const char* count) {
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  pin(core);
  ::dup2(in, 0);
  ::dup2(out, 1);
  ::closefrom(3);
  ::execl(ARBITER_GAME_PROGRAM, "main", count == nullptr ? nullptr : "ask", count, nullptr);
  ::_exit(127);
}

double bare(const Cores& cores) {
  std::array<int, 2> there{};
  std::array<int, 2> back{};
  if (::pipe2(there.data(), O_CLOEXEC) != 0 || ::pipe2(back.data(), O_CLOEXEC) != 0) return 0;
  const auto began = Clock::now();
  const pid_t answers = spawn(cores.answers, back[0], there[1], nullptr);
  const pid_t asks = spawn(cores.asks, there[0], back[1], k_exchanges);
  for (const int fd : {there[0], there[1], back[0], back[1]})
    ::close(fd);
  ::waitpid(asks, nullptr, 0);
  ::waitpid(answers, nullptr, 0);
  return std::chrono::duration<double, std::milli>(Clock::now() - began).count();
}

Result<double> game(box::Box& answers, box::Box& asks, bool is_recorded) {
  box::RunRequest answer;
  answer.argv = {"/program/main"};
  answer.cpu_limit = answer.wall_limit = std::chrono::seconds(60);
  answer.memory_limit = mib(64);
  answer.output_limit = mib(8);
  box::RunRequest ask = answer;
  ask.argv = {"/program/main", "ask", k_exchanges};
  ARBITER_TRY(error, memory_file("error"));
  judge::TranscriptRecorder recorder;
  const model::RunLimits limits{answer.cpu_limit, answer.wall_limit, mib(64), mib(8)};
  const auto began = Clock::now();
  ARBITER_TRY(reports, judge::play_game({answers, answer, error.get()}, {asks, ask, error.get()},
                                        limits, is_recorded ? &recorder : nullptr));
  if (!reports.referee || reports.referee->exit_status != 42) {
    return judge_error("the game went wrong");
  }
  return std::chrono::duration<double, std::milli>(Clock::now() - began).count();
}

Result<void> measure(box::BoxFactory& boxes, const Cores& cores, int rounds) {
  // The judge works beside whoever answers, as it does with one worker.
  pin(cores.answers);
  ARBITER_TRY(program, open_read(ARBITER_GAME_PROGRAM));
  box::BoxConfig config;
  config.program_files = {{"main", program.get(), true}};
  config.core = cores.answers;
  ARBITER_TRY(answers, boxes.make(config));
  config.core = cores.asks;
  ARBITER_TRY(asks, boxes.make(config));
  std::vector<double> bare_ms;
  std::vector<double> plain_ms;
  std::vector<double> recorded_ms;
  for (int i = 0; i < rounds; ++i) {
    bare_ms.push_back(bare(cores));
    ARBITER_TRY(plain, game(*answers, *asks, false));
    plain_ms.push_back(plain);
    ARBITER_TRY(recorded, game(*answers, *asks, true));
    recorded_ms.push_back(recorded);
  }
  const double base = median(bare_ms);
  fmt::print("{}: bare {:.1f} ms, game {:.2f}x, with transcript {:.2f}x\n", cores.name, base,
             median(plain_ms) / base, median(recorded_ms) / base);
  return {};
}

}  // namespace
}  // namespace arbiter

int main(int argc, char** argv) {
  using namespace arbiter;
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 20;
  auto boxes = box::make_factory(box::probe(ARBITER_BOX_PROGRAM).mode, ARBITER_BOX_PROGRAM, 0);
  for (const Cores& cores :
       {Cores{"on two cores", 0, 1}, Cores{"on one core", 0, 0}, Cores{"not pinned"}}) {
    const auto done = boxes ? measure(**boxes, cores, rounds) : Result<void>(boxes.error());
    if (!done) {
      fmt::print(stderr, "interactive_cost: {}\n", done.error().text());
      return 1;
    }
  }
  return 0;
}
