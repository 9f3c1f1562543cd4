#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace arbiter::arbiter_box {

/// What /proc says of one process.
struct ProcessSeen {
  pid_t pid = 0;
  pid_t parent = 0;
  std::int64_t cpu_ns = 0;  ///< with its children that it waited for
  std::int64_t threads = 0;
  bool is_exiting = false;  ///< its first thread is on its way out, or is out
  bool is_forked = false;   ///< it has not executed a program since it was forked
};

/// Reads the text of a /proc/PID/stat; none if it is not one.
std::optional<ProcessSeen> parse_stat(const std::string& text);

/// All processes below `root` (not itself) that the /proc open as `proc` shows.
std::vector<ProcessSeen> descendants(int proc, pid_t root);

/// Kills the processes that `find` names, and asks again, until it names none; for a tenth of a
/// second at most. One may start others until its death has reached it.
void kill_until_gone(const std::function<std::vector<pid_t>()>& find);

/// One process; all zero if it is gone.
ProcessSeen look_at(int proc, pid_t pid);

/// Whether descriptor `fd` of a process is of the same pipe as `end`; false if it cannot be seen.
bool is_of_pipe(int proc, pid_t pid, long long fd, const struct stat& end);

/// Memory of one process in bytes but that of files in memory: what is swapped out, too, and what
/// the kernel keeps to find it, since reading from all over a huge empty mapping takes that and
/// nothing else. 0 if it is gone.
std::int64_t memory_of(int proc, pid_t pid);
/// The same, pages that it shares counted in part; slow.
std::int64_t proportional(int proc, pid_t pid);

/// What the kernel may hold in pipes and sockets of these processes, in bytes; nothing where each
/// has but a few descriptors. Who hides them may have any number; but a program does so, too, in
/// the moment in which it is begun, so `hides` says whether one did, and only counts if it was true
/// before.
std::int64_t buffers_of(int proc, const std::vector<ProcessSeen>& all, bool& hides);

/// Bytes that one process, with its children that it waited for, handed to write and the like; -1
/// if not known.
std::int64_t bytes_written(int proc, pid_t pid);
/// The same from its open account, the file "io".
std::int64_t written_in(int io);

/// The last id that was given to a process or thread, from the open file "loadavg" of a /proc; -1
/// if not known.
pid_t last_pid(int load);

/// The beginning of a small file below /proc; empty if it cannot be read.
std::string read_small(int proc, const std::string& path);

/// For how long a process's living threads, together, were ready to run and had no core; 0 if not
/// known.
std::int64_t queued_ns(int proc, pid_t pid);

/// CPU time of one process, exact; -1 if it is gone.
std::int64_t cpu_clock_ns(pid_t pid);

}  // namespace arbiter::arbiter_box
