// interactive_cost [ROUNDS]: what a game of 10 000 exchanges costs, without and with a transcript,
// against the same two programs on bare pipes; each on a core of its own, and both on one.
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>

#include "base/file.hpp"
#include "box/box.hpp"
#include "judge/game.hpp"

namespace arbiter {
namespace {

using Clock = std::chrono::steady_clock;
constexpr const char* k_exchanges = "10000";

void pin(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(core), &set);
  ::sched_setaffinity(0, sizeof set, &set);
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

double bare(int core) {
  std::array<int, 2> there{};
  std::array<int, 2> back{};
  if (::pipe2(there.data(), O_CLOEXEC) != 0 || ::pipe2(back.data(), O_CLOEXEC) != 0) return 0;
  const auto began = Clock::now();
  const pid_t answers = spawn(0, back[0], there[1], nullptr);
  const pid_t asks = spawn(core, there[0], back[1], k_exchanges);
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
    return Error{ErrorKind::judge, "the game went wrong", {}, {}};
  }
  return std::chrono::duration<double, std::milli>(Clock::now() - began).count();
}

Result<void> measure(box::BoxFactory& boxes, int core, int rounds) {
  ARBITER_TRY(program, open_read(ARBITER_GAME_PROGRAM));
  box::BoxConfig config;
  config.program_files = {{"main", program.get(), true}};
  config.core = 0;
  ARBITER_TRY(answers, boxes.make(config));
  config.core = core;
  ARBITER_TRY(asks, boxes.make(config));
  std::array<double, 3> least{1e9, 1e9, 1e9};
  for (int i = 0; i < rounds; ++i) {
    ARBITER_TRY(plain, game(*answers, *asks, false));
    ARBITER_TRY(recorded, game(*answers, *asks, true));
    const std::array<double, 3> now{bare(core), plain, recorded};
    for (std::size_t k = 0; k < least.size(); ++k)
      least.at(k) = std::min(least.at(k), now.at(k));
  }
  fmt::print("cores 0 and {}: bare {:.1f} ms, game {:.2f}x, with transcript {:.2f}x\n", core,
             least[0], least[1] / least[0], least[2] / least[0]);
  return {};
}

}  // namespace
}  // namespace arbiter

int main(int argc, char** argv) {
  using namespace arbiter;
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 20;
  pin(0);
  auto boxes = box::make_factory(box::probe(ARBITER_BOX_PROGRAM).mode, ARBITER_BOX_PROGRAM, 0);
  for (const int core : {1, 0}) {
    const auto done = boxes ? measure(**boxes, core, rounds) : Result<void>(boxes.error());
    if (!done) {
      fmt::print(stderr, "interactive_cost: {}\n", done.error().text());
      return 1;
    }
  }
  return 0;
}
