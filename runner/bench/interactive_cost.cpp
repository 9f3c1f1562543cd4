// interactive_cost [ROUNDS]: what a game of 10 000 exchanges costs, without and with a transcript,
// against the same two programs on bare pipes: on a core each, both on one, and where the system
// puts them. Ratios are of medians.
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "bench/frame.hpp"
#include "box/box.hpp"
#include "judge/game/game.hpp"

namespace arbiter {
namespace {

constexpr const char* k_exchanges = "10000";

// Where the programs run; -1: anywhere.
struct Cores {
  std::string name;
  int answers = -1;
  int asks = -1;
};

void pin(int core) {
  core < 0 ? bench::pin(0, CPU_SETSIZE) : bench::pin(core);
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
  return 1e3 * bench::seconds_of([&] {
           const pid_t answers = spawn(cores.answers, back[0], there[1], nullptr);
           const pid_t asks = spawn(cores.asks, there[0], back[1], k_exchanges);
           for (const int fd : {there[0], there[1], back[0], back[1]})
             ::close(fd);
           ::waitpid(asks, nullptr, 0);
           ::waitpid(answers, nullptr, 0);
         });
}

double game(box::Box& answers, box::Box& asks, bool is_recorded) {
  box::RunRequest answer;
  answer.argv = {"/program/main"};
  answer.cpu_limit = answer.wall_limit = std::chrono::seconds(60);
  answer.memory_limit = mib(64);
  answer.output_limit = mib(8);
  box::RunRequest ask = answer;
  ask.argv = {"/program/main", "ask", k_exchanges};
  const auto error = bench::must(memory_file("error"));
  judge::TranscriptRecorder recorder;
  const model::RunLimits limits{answer.cpu_limit, answer.wall_limit, mib(64), mib(8)};
  return 1e3 * bench::seconds_of([&] {
           const auto reports = bench::must(judge::play_game({answers, answer, error.get()},
                                                             {asks, ask, error.get()}, limits,
                                                             is_recorded ? &recorder : nullptr));
           if (!reports.referee || reports.referee->exit_status != 42) {
             bench::give_up("the game went wrong");
           }
         });
}

void measure(box::BoxFactory& boxes, const Cores& cores, int rounds) {
  // The judge works beside whoever answers, as it does with one worker.
  pin(cores.answers);
  const auto program = bench::must(open_read(ARBITER_GAME_PROGRAM));
  box::BoxConfig config;
  config.program_files = {{"main", program.get(), true}};
  config.core = cores.answers;
  const auto answers = bench::must(boxes.make(config));
  config.core = cores.asks;
  const auto asks = bench::must(boxes.make(config));
  std::vector<double> bare_ms;
  std::vector<double> plain_ms;
  std::vector<double> recorded_ms;
  for (int i = 0; i < rounds; ++i) {
    bare_ms.push_back(bare(cores));
    plain_ms.push_back(game(*answers, *asks, false));
    recorded_ms.push_back(game(*answers, *asks, true));
  }
  const double base = bench::median(bare_ms);
  fmt::print("{}: bare {:.1f} ms, game {:.2f}x, with transcript {:.2f}x\n", cores.name, base,
             bench::median(plain_ms) / base, bench::median(recorded_ms) / base);
}

}  // namespace
}  // namespace arbiter

int main(int argc, char** argv) {
  using namespace arbiter;
  const int rounds = bench::count_argument(argc, argv, 1, 20);
  const auto boxes =
      bench::must(box::make_factory(box::probe(ARBITER_BOX_PROGRAM).mode, ARBITER_BOX_PROGRAM, 0));
  for (const Cores& cores :
       {Cores{"on two cores", 0, 1}, Cores{"on one core", 0, 0}, Cores{"not pinned"}}) {
    measure(*boxes, cores, rounds);
  }
}
