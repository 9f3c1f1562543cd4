#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

/// What the runner and arbiter-box say to each other: one message each way per step. The runner
/// sends Setup once and Run for every run; the box answers Ready, Report or Fault. Texts of
/// decoded messages point into the bytes that were decoded.
namespace arbiter::box_protocol {

/// Both sides are built together; a mismatch is an installation fault and refused.
constexpr std::uint32_t k_version = 6;

enum class Kind : std::uint8_t { setup = 1, run = 2, ready = 3, report = 4, fault = 5 };

/// Whose program it is; decides the system-call filter. Values as in box::Policy.
enum class Policy : std::uint8_t { submission = 0, toolchain = 1, package = 2 };

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

/// Where a box fails on purpose, so that tests see what the runner makes of it. Values as in
/// box::FaultPoint, which says what each does.
enum class FaultPoint : std::uint8_t {
  dies_in_setup = 0,
  dies_in_run = 1,
  cannot_fork = 2,
  no_space = 3,
  no_descriptors = 4,
  is_silent = 5,
  talks_nonsense = 6,
  grows = 7,
  numbers_on = 8
};

struct PlannedFault {
  FaultPoint point = FaultPoint::dies_in_run;
  std::int32_t run = 0;  ///< of this box, from 0
};

/// Makes an empty box a box for one program. Descriptors: one for each file.
struct Setup {
  Policy policy = Policy::submission;
  std::int64_t scratch_size = 0;  ///< bytes
  std::int32_t core = -1;
  std::vector<Bind> binds;
  std::vector<File> files;
  std::vector<PlannedFault> faults;
};

/// One run. Descriptors: input, output, error, the leash and the channel where there are any, then
/// one for each file.
struct Run {
  std::int64_t cpu_limit_ns = 0;
  std::int64_t wall_limit_ns = 0;
  std::int64_t memory_limit = 0;  ///< bytes
  std::int64_t output_limit = 0;  ///< bytes
  std::int32_t process_limit = 0;
  bool has_leash = false;  ///< init sends pulses on it, and stops the run when its other end closes
  bool has_channel = false;  ///< the program's descriptor 3
  bool is_server = false;    ///< its leash is looked at now and then, and gets no pulses
  std::vector<const char*> argv;
  std::vector<const char*> environment;  ///< all of it
  std::vector<File> files;
  std::vector<const char*> folders;
  std::vector<const char*> collect;
  const char* gather = "";  ///< a folder whose whole content is opened afterwards; empty: none
};

/// What lies in a gathered folder. Values as in box::Gathered::Kind.
enum class GatheredKind : std::uint8_t { file = 0, executable = 1, folder = 2, other = 3 };

struct Gathered {
  GatheredKind kind = GatheredKind::file;
  const char* path = "";  ///< relative to the work folder
};

enum class Stopped : std::uint8_t {
  no = 0,
  cpu_limit = 1,
  wall_limit = 2,
  memory_limit = 3,
  output_limit = 4,
  asked = 5
};

/// How a run went. Descriptors: the collected files that exist, in the order asked for, then the
/// files among what was gathered.
struct Report {
  Stopped stopped = Stopped::no;
  bool exited = false;
  std::int32_t exit_status = 0;
  std::int32_t signal = 0;
  std::int64_t cpu_ns = 0;
  std::int64_t wall_ns = 0;
  std::int64_t ended_ns = 0;  ///< when the first process was seen to have ended, CLOCK_MONOTONIC
  std::int64_t written = 0;   ///< bytes that its processes wrote, with a leash
  std::int64_t memory = 0;
  std::int64_t processes = 0;
  bool out_of_memory = false;
  bool approximate = false;
  bool is_worn = false;         ///< the box should be replaced before the next run
  std::vector<bool> collected;  ///< for each name asked for, whether a descriptor comes with it
  std::vector<Gathered> gathered;
  bool gathered_all = true;  ///< false: there was more than can be told
};

/// The box failed, or could not do what was asked. After one the box is not used again.
struct Fault {
  const char* text = "";
};

/// Errors: a text with a NUL inside.
Result<std::string> encode(const Setup& setup);
Result<std::string> encode(const Run& run);
Result<std::string> encode(const Report& report);
Result<std::string> encode(const Fault& fault);
std::string encode_ready();

/// The kind of a message. Error: too short, another version, an unknown kind.
Result<Kind> kind_of(std::string_view bytes);

/// Fill `into`, whose vectors keep their memory from the last time. Error: malformed in any way
/// (truncated, left-over bytes, values out of range, paths that leave their folder).
Result<void> decode(std::string_view bytes, Setup& into);
Result<void> decode(std::string_view bytes, Run& into);
Result<void> decode(std::string_view bytes, Report& into);
Result<void> decode(std::string_view bytes, Fault& into);

/// Whether a path is relative, has no "", "." or ".." part and lies in at most 4 folders.
bool is_inner_path(std::string_view path);

}  // namespace arbiter::box_protocol
