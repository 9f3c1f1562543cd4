#include "arbiter_box/processes.hpp"

#include <fcntl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string_view>

#include "arbiter_box/groups/kernel_files.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::arbiter_box {
namespace {

std::string read_beginning(int file) {
  std::array<char, 2048> text{};
  const ssize_t got = file >= 0 ? ::pread(file, text.data(), text.size(), 0) : -1;
  return got > 0 ? std::string(text.data(), static_cast<std::size_t>(got)) : std::string{};
}

std::vector<ProcessSeen> all_processes(int proc) {
  std::vector<ProcessSeen> all;
  for (const std::string& name : names_in(proc, ".").value_or(std::vector<std::string>{})) {
    if (name[0] < '0' || name[0] > '9') continue;
    ProcessSeen seen;
    if (parse_stat(read_small(proc, name + "/stat"), seen)) all.push_back(seen);
  }
  return all;
}

// Lines "Name:   123 kB" in bytes; those that are not there count nothing.
std::int64_t amounts_of(const std::string& text, std::initializer_list<std::string_view> names) {
  std::int64_t sum = 0;
  for (const std::string_view name : names) {
    const std::size_t at = text.find(name);
    if (at != std::string::npos) sum += 1024 * std::atoll(text.c_str() + at + name.size());
  }
  return sum;
}

// As large as pipes are that nobody made larger, and what sockets may hold.
constexpr std::int64_t k_pipe_buffer = std::int64_t{64} * 1024;
constexpr std::int64_t k_socket_buffer = std::int64_t{208} * 1024;
constexpr std::size_t k_few_descriptors = 16;
// Of a process that does not show its descriptors, which may be all of its limit.
constexpr std::int64_t k_hidden_buffers = 256 * k_socket_buffer;

struct Buffers {
  std::vector<std::string> pipes;
  std::vector<std::string> sockets;
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
    if (what.starts_with("pipe:")) all.pipes.emplace_back(what);
    if (what.starts_with("socket:")) all.sockets.emplace_back(what);
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

std::int64_t count_different(std::vector<std::string>& names) {
  std::sort(names.begin(), names.end());
  return std::unique(names.begin(), names.end()) - names.begin();
}

}  // namespace

std::string read_small(int proc, const std::string& path) {
  return read_beginning(UniqueFd(::openat(proc, path.c_str(), O_RDONLY | O_CLOEXEC)).get());
}

bool parse_stat(const std::string& text, ProcessSeen& into) {
  // The name in parentheses may hold anything, parentheses too.
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return false;
  into.pid = static_cast<pid_t>(std::strtol(text.c_str(), nullptr, 10));
  std::array<long long, 22> fields{};
  std::size_t count = 0;
  const char* at = text.c_str() + name_end + 1;
  // Skips the state, a letter.
  while (*at == ' ') {
    ++at;
  }
  if (*at != '\0') ++at;
  while (count < fields.size()) {
    char* end = nullptr;
    fields.at(count) = std::strtoll(at, &end, 10);
    if (end == at) break;
    at = end;
    ++count;
  }
  // Counted from the parent's id: flags 5, utime 10, stime 11, cutime 12, cstime 13, threads 16,
  // rss 20.
  if (count < 21) return false;
  static const long k_ticks = ::sysconf(_SC_CLK_TCK);
  // <linux/sched.h>: PF_EXITING and PF_FORKNOEXEC.
  constexpr long long k_exiting = 4;
  constexpr long long k_forked = 0x40;
  into.parent = static_cast<pid_t>(fields[0]);
  into.is_exiting = (fields[5] & k_exiting) != 0;
  into.is_forked = (fields[5] & k_forked) != 0;
  into.cpu_ns = (fields[10] + fields[11] + fields[12] + fields[13]) * (1'000'000'000 / k_ticks);
  into.threads = fields[16];
  into.rss = fields[20] * ::sysconf(_SC_PAGESIZE);
  return true;
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
  ProcessSeen seen;
  return parse_stat(read_small(proc, std::to_string(pid) + "/stat"), seen) ? seen : ProcessSeen{};
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
  constexpr std::string_view k_name = "\nwchar: ";
  const std::string text = read_beginning(io);
  const std::size_t at = text.find(k_name);
  return at == std::string::npos ? -1 : std::atoll(text.c_str() + at + k_name.size());
}

std::int64_t buffers_of(int proc, const std::vector<ProcessSeen>& all, bool& hides) {
  Buffers found;
  for (const ProcessSeen& seen : all)
    add_buffers(proc, seen, found);
  const std::int64_t hidden = hides ? found.hidden : 0;
  hides = found.hidden > 0;
  return hidden + k_pipe_buffer * count_different(found.pipes) +
         k_socket_buffer * count_different(found.sockets);
}

pid_t last_pid(int load) {
  std::array<char, 128> text{};
  const ssize_t got = load >= 0 ? ::pread(load, text.data(), text.size() - 1, 0) : -1;
  const char* const word = got > 0 ? std::strrchr(text.data(), ' ') : nullptr;
  return word == nullptr ? -1 : static_cast<pid_t>(std::strtol(word, nullptr, 10));
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
