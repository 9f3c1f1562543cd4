#include "arbiter_box/game_side.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "arbiter_box/groups/kernel_files.hpp"
#include "arbiter_box/processes.hpp"
#include "arbiter_box/watch.hpp"

namespace arbiter::arbiter_box {
namespace {

// Signals whose handlers only run when something goes wrong or somebody else asks: bit N-1 is
// signal N. A handler for any other, such as SIGALRM, may end the wait by itself.
constexpr std::uint64_t k_harmless = [] {
  std::uint64_t mask = 0;
  for (const int signal : {1, 2, 3, 4, 6, 7, 8, 11, 13, 15, 17, 24, 25}) {
    mask |= std::uint64_t{1} << (signal - 1);
  }
  return mask;
}();

}  // namespace

Stall::Stall(int proc, int input, int output) : proc_(proc) {
  ::fstat(input, &input_);
  ::fstat(output, &output_);
}

bool Stall::is_stuck_in_call(pid_t process, const std::string& thread) const {
  const std::string text = read_small(proc_, thread + "/syscall");
  // "running", or the call's number and arguments.
  char* end = nullptr;
  const long call = std::strtol(text.c_str(), &end, 10);
  if (end == text.c_str()) return false;
  const auto fd = static_cast<int>(std::strtoll(end, nullptr, 16));
  if (call == SYS_read || call == SYS_readv) return is_of_pipe(proc_, process, fd, input_);
  if (call == SYS_write || call == SYS_writev) return is_of_pipe(proc_, process, fd, output_);
  return false;
}

// False if one of the process's threads is not stuck.
bool Stall::add(pid_t process, Switches& all) const {
  const std::string tasks = std::to_string(process) + "/task";
  for (const std::string& name : names_in(proc_, tasks).value_or(std::vector<std::string>{})) {
    const std::string thread = tasks + "/" + name;
    const std::string text = read_small(proc_, thread + "/status");
    const std::int64_t caught = number_after(text, "\nSigCgt:", 16);
    const std::int64_t own = number_after(text, "\nvoluntary_ctxt_switches:");
    const std::int64_t forced = number_after(text, "\nnonvoluntary_ctxt_switches:");
    const bool sleeps = text.find("\nState:\tS") != std::string::npos;
    const bool is_seen = own >= 0 && forced >= 0 && caught != -1;
    if (!is_seen || !sleeps || (static_cast<std::uint64_t>(caught) & ~k_harmless) != 0) {
      return false;
    }
    if (!is_stuck_in_call(process, thread)) return false;
    all[thread] = own + forced;
  }
  return true;
}

std::int64_t Stall::look(const std::vector<pid_t>& processes) {
  began_ns_ = now_ns();
  Switches now;
  bool is_stuck = !processes.empty();
  for (const pid_t process : processes) {
    is_stuck = is_stuck && add(process, now);
  }
  if (!is_stuck || now.empty()) {
    last_.clear();
    since_ns_ = 0;
    return 0;
  }
  // The same count of switches at two looks: nobody ran between them.
  const bool is_same = now == last_;
  last_ = std::move(now);
  if (!is_same) {
    since_ns_ = now_ns();
    return 0;
  }
  return since_ns_;
}

OutputEnd::OutputEnd(int proc, int output) : proc_(proc) {
  ::fstat(output, &output_);
}

bool OutputEnd::is_without(pid_t process) const {
  // Nearly always the answer, and cheap.
  if (is_of_pipe(proc_, process, STDOUT_FILENO, output_)) return false;
  const auto names = names_in(proc_, std::to_string(process) + "/fd");
  if (!names) return false;
  const bool is_held = std::any_of(names->begin(), names->end(), [&](const std::string& name) {
    return is_of_pipe(proc_, process, std::strtoll(name.c_str(), nullptr, 10), output_);
  });
  if (is_held) return false;
  // Whoever ends has closed everything a moment before it is gone.
  const ProcessSeen seen = look_at(proc_, process);
  return seen.pid == process && !seen.is_exiting;
}

bool OutputEnd::look(const std::vector<pid_t>& processes) {
  const bool is_closed =
      !processes.empty() && std::all_of(processes.begin(), processes.end(),
                                        [this](pid_t process) { return is_without(process); });
  const bool was_closed = was_closed_;
  was_closed_ = is_closed;
  return is_closed && was_closed;
}

}  // namespace arbiter::arbiter_box
