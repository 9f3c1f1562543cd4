#include "arbiter_box/processes.hpp"

#include <fcntl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <set>
#include <string_view>

#include "arbiter_box/groups/kernel_files.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::arbiter_box {
namespace {

std::vector<ProcessSeen> all_processes(int proc) {
  std::vector<ProcessSeen> all;
  for (const std::string& name : names_in(proc, ".").value_or(std::vector<std::string>{})) {
    if (name[0] < '0' || name[0] > '9') continue;
    if (const auto seen = parse_stat(read_small(proc, name + "/stat"))) all.push_back(*seen);
  }
  return all;
}

// Lines "Name:   123 kB" in bytes; those that are not there count nothing.
std::int64_t amounts_of(const std::string& text, std::initializer_list<std::string_view> names) {
  std::int64_t sum = 0;
  for (const std::string_view name : names)
    sum += 1024 * std::max<std::int64_t>(number_after(text, name), 0);
  return sum;
}

// As large as pipes are that nobody made larger, and what sockets may hold.
constexpr std::int64_t k_pipe_buffer = std::int64_t{64} * 1024;
constexpr std::int64_t k_socket_buffer = std::int64_t{208} * 1024;
constexpr std::size_t k_few_descriptors = 16;
// Of a process that does not show its descriptors, which may be all of its limit.
constexpr std::int64_t k_hidden_buffers = 256 * k_socket_buffer;

struct Buffers {
  std::set<std::string> pipes;
  std::set<std::string> sockets;
  std::int64_t hidden = 0;  ///< bytes
};

// The thread that ends last has the descriptors, and nobody else once the first has ended.
std::string living_thread(int proc, pid_t pid) {
  const std::string tasks = std::to_string(pid) + "/task";
  const auto threads = names_in(proc, tasks);
  return threads && !threads->empty() ? tasks + "/" + threads->back() : std::string();
}

void add_names(int proc, const std::string& folder, const std::vector<std::string>& names,
               Buffers& all) {
  if (names.size() <= k_few_descriptors) return;
  for (const std::string& name : names) {
    std::array<char, 32> target{};
    const std::string path = folder + "/" + name;
    if (::readlinkat(proc, path.c_str(), target.data(), target.size() - 1) <= 0) continue;
    const std::string_view what = target.data();
    if (what.starts_with("pipe:")) all.pipes.emplace(what);
    if (what.starts_with("socket:")) all.sockets.emplace(what);
  }
}

// In the middle of execve, which may take long on a busy machine, the kernel hides a process as it
// hides init.
bool has_program(int proc, pid_t pid) {
  return amounts_of(read_small(proc, std::to_string(pid) + "/status"), {"\nVmExe:"}) > 0;
}

void add_buffers(int proc, const ProcessSeen& seen, Buffers& all) {
  const bool is_by_thread = seen.is_exiting && seen.threads > 1;
  const std::string path =
      (is_by_thread ? living_thread(proc, seen.pid) : std::to_string(seen.pid)) + "/fd";
  if (const auto names = names_in(proc, path)) return add_names(proc, path, *names, all);
  // What ends shows nothing, but has nothing either.
  const bool is_refused = errno == EACCES || errno == EPERM;
  const bool is_hiding = is_refused && has_program(proc, seen.pid);
  const ProcessSeen now = look_at(proc, seen.pid);
  if (is_hiding && now.pid == seen.pid && !now.is_exiting) all.hidden += k_hidden_buffers;
}

}  // namespace

std::string read_small(int proc, const std::string& path) {
  return read_beginning(UniqueFd(::openat(proc, path.c_str(), O_RDONLY | O_CLOEXEC)).get());
}

std::optional<ProcessSeen> parse_stat(const std::string& text) {
  // The name in parentheses may hold anything, parentheses too.
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  ProcessSeen seen;
  unsigned flags = 0;
  std::array<long long, 4> ticks{};  // of user and system, then those of its children
  long long threads = 0;
  const int count =
      std::sscanf(text.c_str() + name_end + 1,
                  " %*c %d %*d %*d %*d %*d %u %*u %*u %*u %*u %lld %lld %lld %lld "
                  "%*d %*d %lld",
                  &seen.parent, &flags, &ticks[0], &ticks[1], &ticks[2], &ticks[3], &threads);
  if (count != 7) return std::nullopt;
  static const long k_ticks = ::sysconf(_SC_CLK_TCK);
  // <linux/sched.h>: PF_EXITING and PF_FORKNOEXEC.
  constexpr unsigned k_exiting = 4;
  constexpr unsigned k_forked = 0x40;
  seen.pid = static_cast<pid_t>(std::strtol(text.c_str(), nullptr, 10));
  seen.is_exiting = (flags & k_exiting) != 0;
  seen.is_forked = (flags & k_forked) != 0;
  seen.cpu_ns = (ticks[0] + ticks[1] + ticks[2] + ticks[3]) * (1'000'000'000 / k_ticks);
  seen.threads = threads;
  return seen;
}

std::vector<ProcessSeen> descendants(int proc, pid_t root) {
  std::vector<ProcessSeen> all = all_processes(proc);
  std::vector<ProcessSeen> below;
  std::vector<pid_t> parents{root};
  for (std::size_t i = 0; i < parents.size(); ++i) {
    for (const ProcessSeen& seen : all) {
      if (seen.parent != parents[i] || seen.pid == root) continue;
      below.push_back(seen);
      parents.push_back(seen.pid);
    }
  }
  return below;
}

void kill_until_gone(const std::function<std::vector<pid_t>()>& find) {
  for (int i = 0; i < 100; ++i) {
    const std::vector<pid_t> left = find();
    if (left.empty()) return;
    for (const pid_t pid : left) {
      ::kill(pid, SIGKILL);
    }
    ::usleep(1000);
  }
}

ProcessSeen look_at(int proc, pid_t pid) {
  return parse_stat(read_small(proc, std::to_string(pid) + "/stat")).value_or(ProcessSeen{});
}

bool is_of_pipe(int proc, pid_t pid, long long fd, const struct stat& end) {
  const std::string path = std::to_string(pid) + "/fd/" + std::to_string(fd);
  struct stat seen {};
  return ::fstatat(proc, path.c_str(), &seen, 0) == 0 && S_ISFIFO(seen.st_mode) &&
         seen.st_dev == end.st_dev && seen.st_ino == end.st_ino;
}

std::int64_t memory_of(int proc, pid_t pid) {
  const std::string status = read_small(proc, std::to_string(pid) + "/status");
  return amounts_of(status, {"\nRssAnon:", "\nRssFile:", "\nVmSwap:", "\nVmPTE:"});
}

std::int64_t proportional(int proc, pid_t pid) {
  const std::string all = read_small(proc, std::to_string(pid) + "/smaps_rollup");
  // It hides its memory.
  if (all.empty()) return memory_of(proc, pid);
  const std::string status = read_small(proc, std::to_string(pid) + "/status");
  return amounts_of(all, {"\nPss_Anon:", "\nPss_File:", "\nSwapPss:"}) +
         amounts_of(status, {"\nVmPTE:"});
}

std::int64_t bytes_written(int proc, pid_t pid) {
  return written_in(
      UniqueFd(::openat(proc, (std::to_string(pid) + "/io").c_str(), O_RDONLY | O_CLOEXEC)).get());
}

std::int64_t written_in(int io) {
  return number_after(read_beginning(io), "\nwchar: ");
}

std::int64_t buffers_of(int proc, const std::vector<ProcessSeen>& all, bool& hides) {
  Buffers found;
  for (const ProcessSeen& seen : all)
    add_buffers(proc, seen, found);
  const std::int64_t hidden = hides ? found.hidden : 0;
  hides = found.hidden > 0;
  return hidden + k_pipe_buffer * std::ssize(found.pipes) +
         k_socket_buffer * std::ssize(found.sockets);
}

pid_t last_pid(int load) {
  const std::string text = read_beginning(load);
  const std::size_t word = text.rfind(' ');
  return word == std::string::npos
             ? -1
             : static_cast<pid_t>(std::strtol(text.c_str() + word, nullptr, 10));
}

std::int64_t queued_ns(int proc, pid_t pid) {
  const std::string tasks = std::to_string(pid) + "/task";
  std::int64_t sum = 0;
  for (const std::string& thread : names_in(proc, tasks).value_or(std::vector<std::string>{})) {
    // "time on a core, time in the queue, times put on a core"
    const std::string text = read_small(proc, tasks + "/" + thread + "/schedstat");
    char* rest = nullptr;
    std::strtoll(text.c_str(), &rest, 10);
    sum += std::max<std::int64_t>(std::strtoll(rest, nullptr, 10), 0);
  }
  return sum;
}

std::int64_t cpu_clock_ns(pid_t pid) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return -1;
  return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

}  // namespace arbiter::arbiter_box
