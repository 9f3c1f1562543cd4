#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"

/// What the runner and arbiter-box say to each other: one message each way per step. The runner
/// sends Setup once and Run for every run; the box answers Ready, Report or Fault. Texts of
/// decoded messages point into the bytes that were decoded.
namespace arbiter::box_protocol {

/// Both sides are built together; a mismatch is an installation fault and refused.
constexpr std::uint32_t k_version = 8;

enum class Kind : std::uint8_t { setup = 1, run = 2, ready = 3, report = 4, fault = 5 };

/// Whose program a box is for; decides the system-call filter and the view of files.
enum class Policy : std::uint8_t {
  submission,  ///< refused what runner/docs/threat-model.md lists; processes only where allowed
  toolchain,   ///< compilers: may start processes, see the toolchain's folders
  package,     ///< validators, checkers: as a submission, may start processes
};

struct Bind {
  const char* source = "";
  const char* target = "";
  bool optional = false;
};

/// A file to be written; its bytes come in the message's next descriptor.
struct File {
  const char* path = "";
  bool executable = false;
};

/// Makes an empty box a box for one program. Descriptors: one for each file.
struct Setup {
  static constexpr Kind k_kind = Kind::setup;
  Policy policy = Policy::submission;
  Bytes scratch_size;
  std::int32_t core = -1;
  std::vector<Bind> binds;
  std::vector<File> files;
};

/// What a run may take.
struct RunBounds {
  Nanoseconds cpu_limit{};  ///< stopped once the CPU time of all processes is over this
  Nanoseconds wall_limit{};
  Bytes memory_limit;
  Bytes stack_limit;                ///< 0: as much as memory, and at least 8 MiB
  Bytes output_limit;               ///< each of standard output and error, and any file
  std::int32_t process_limit = 64;  ///< processes and threads at one time
  /// It answers calls and keeps their limits itself. Its leash gets no pulses and is looked at less
  /// often, and of what a control group limits nothing is sampled.
  bool is_server = false;
};

inline constexpr std::int32_t k_most_channels = 32;

/// One run. Descriptors: input, output, error, the leash where there is one, the channels, then one
/// for each file.
struct Run : RunBounds {
  static constexpr Kind k_kind = Kind::run;
  bool has_leash = false;  ///< init sends pulses on it, and stops the run when its other end closes
  std::int32_t channels = 0;  ///< the program's descriptors 3, 4, …; at most k_most_channels
  std::vector<const char*> argv;
  std::vector<const char*> environment;  ///< all of it
  std::vector<File> files;
  std::vector<const char*> folders;
  std::vector<const char*> collect;
  const char* gather = "";  ///< a folder whose whole content is opened afterwards; empty: none
};

/// What lies in a gathered folder.
enum class GatheredKind : std::uint8_t { file, executable, folder, other };

struct Gathered {
  GatheredKind kind = GatheredKind::file;
  const char* path = "";  ///< relative to the work folder
};

/// Why the box stopped a run before it ended by itself.
enum class Stopped : std::uint8_t {
  no,
  cpu_limit,
  wall_limit,
  memory_limit,
  output_limit,
  asked,  ///< its leash was pulled
};

/// The time in which a program was ready to run and had no core does not count towards its wall
/// limit; but no run lasts longer than so many times that limit.
inline constexpr int k_most_wall_limits = 4;

/// What the box saw of a run.
struct RunFigures {
  Stopped stopped = Stopped::no;
  bool exited = false;  ///< else ended by `signal`
  std::int32_t exit_status = 0;
  std::int32_t signal = 0;
  Nanoseconds cpu{};  ///< of all processes
  Nanoseconds wall{};
  /// When the first process was seen to have ended, on the clock that never jumps and that all
  /// boxes share; the descriptors of the run stay open in the box until after that.
  Nanoseconds ended{};
  std::int64_t written = 0;    ///< bytes that its processes wrote, with a leash
  Bytes memory;                ///< peak: resident of one process, what the group held of several
  std::int64_t processes = 0;  ///< most processes and threads at a time; 0 if not known
  bool out_of_memory = false;  ///< the kernel's OOM killer acted in the box
  bool is_starved = false;   ///< stopped after k_most_wall_limits, most of the time without a core
  bool approximate = false;  ///< accounting covers the first process only, or is sampled
  bool is_worn = false;  ///< take another box for the next run: this one served many, or has grown
  bool gathered_all = true;  ///< false: more than 64 things, deep folders, files without access
};

/// How a run went. Descriptors: the collected files that exist, in the order asked for, then the
/// files among what was gathered.
struct Report : RunFigures {
  static constexpr Kind k_kind = Kind::report;
  std::vector<bool> collected;  ///< for each name asked for, whether a descriptor comes with it
  std::vector<Gathered> gathered;
};

/// The box failed, or could not do what was asked. After one the box is not used again.
struct Fault {
  static constexpr Kind k_kind = Kind::fault;
  const char* text = "";
  bool is_not_executable = false;  ///< as ErrorKind::not_executable
};

/// Of Setup, Run, Report and Fault.
template <class Message>
std::string encode(const Message& message);
std::string encode_ready();

/// The kind of a message. Error: too short, another version, an unknown kind.
Result<Kind> kind_of(std::string_view bytes);

/// Fills `into`, whose vectors keep their memory from the last time. Error: malformed in any way
/// (truncated, left-over bytes, values out of range, paths that leave their folder).
template <class Message>
Result<void> decode(std::string_view bytes, Message& into);

/// What a box tells, some hundred times a second, of a run that has a leash. Times are those of the
/// clock of RunFigures::ended.
struct Pulse {
  Nanoseconds now{};
  Nanoseconds cpu{};  ///< used by the run so far
  /// For so long its live processes, their first threads, were ready to run and had no core; 0
  /// where the kernel does not tell.
  Nanoseconds queued{};
  /// If not 0: from then to `now` everything in the box has waited, without a break, for input to
  /// come on the program's standard input or for room on its standard output.
  Nanoseconds stuck_since{};
  std::int64_t written = 0;  ///< bytes that its processes wrote so far
  /// Everything in the box lives on, but can no longer write to the program's standard output.
  bool has_closed_output = false;
};

/// Sends a pulse, or drops it when the socket is full or the other side has gone.
void send_pulse(int socket, const Pulse& pulse);

/// The next pulse that waits in the socket; none if there is none or it is malformed. Never waits.
std::optional<Pulse> next_pulse(int socket);

/// Whether a path is relative, has no "", "." or ".." part and lies in at most 4 folders.
bool is_inner_path(std::string_view path);

}  // namespace arbiter::box_protocol
