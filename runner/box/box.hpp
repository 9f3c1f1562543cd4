#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "base/units.hpp"
#include "box_protocol/message.hpp"
#include "box_protocol/mode.hpp"

namespace arbiter::box {

using box_protocol::GatheredKind;
using box_protocol::Mode;
using box_protocol::mode_name;
using box_protocol::mode_word;
using box_protocol::parse_mode;
using box_protocol::Policy;
using box_protocol::Stopped;

/// A host file or folder that is visible, read-only, in the box.
struct Bind {
  std::string source;  ///< absolute host path
  std::string target;  ///< absolute path in the box
  bool optional = false;
};

/// A file put into the box: the bytes that `fd` refers to, from its beginning.
struct FileToPlace {
  std::string path;  ///< relative, no "..", at most 4 folders deep
  int fd = -1;       ///< borrowed, readable
  bool executable = false;
};

/// What is fixed for the life of a box.
struct BoxConfig {
  Policy policy = Policy::submission;
  Bytes scratch_size = mib(256);           ///< of the work folder, /tmp and /dev/shm together
  std::vector<Bind> binds;                 ///< beyond the usual read-only system folders
  std::vector<FileToPlace> program_files;  ///< appear below /program, read-only
  int core = -1;  ///< pin everything in the box to this core; -1 is not pinned
  /// How long after a run's wall limit a box that does not answer is given up: killing a large
  /// process and wiping take time.
  Nanoseconds patience = std::chrono::seconds(30);
};

/// One run. Paths of files are relative to the work folder /work, where the program starts.
struct RunRequest : box_protocol::RunBounds {
  std::vector<std::string> argv;         ///< argv[0] is an absolute path in the box
  std::vector<std::string> environment;  ///< beyond PATH, HOME, TMPDIR, LC_ALL: "KEY=value"
  std::vector<FileToPlace> files;        ///< put into /work before the run, writable
  std::vector<std::string> folders;      ///< empty writable folders made in /work before the run
  std::vector<std::string> collect;      ///< files of /work to open afterwards
  std::string gather;  ///< a folder of /work, all that lies in it to open; empty: none
};

/// Something that lay in the folder of RunRequest::gather.
struct Gathered {
  GatheredKind kind = GatheredKind::file;
  std::string path;  ///< relative to /work
  UniqueFd file;     ///< a copy, open for files and executables
};

/// The program's standard descriptors, borrowed: input readable, the others writable. Of an input
/// that is a regular file the program gets a copy of its own, from its beginning.
struct RunDescriptors {
  int input = -1;
  int output = -1;
  int error = -1;
  /// If open, an end of a leash (box/leash.hpp): the box sends pulses on it, and stops the run when
  /// the other end is pulled or closed.
  int leash = -1;
  std::vector<int> channels = {};  ///< the program has them as descriptors 3, 4, …
};

/// What the box saw.
struct RunReport : box_protocol::RunFigures {
  /// One for each name in RunRequest::collect, a copy; not open where there is no such regular
  /// file.
  std::vector<UniqueFd> collected;
  std::vector<Gathered> gathered;  ///< folders before what is in them
};

/// An isolated world for the runs of one program. Not shared between threads.
class Box {
 public:
  virtual ~Box() = default;  ///< kills and removes everything in the box

  /// Runs one program to its end and wipes the box. An error is a fault of the box, never of the
  /// program; the box must not be used again after one. ErrorKind::not_executable says that
  /// argv[0] could not be started.
  virtual Result<RunReport> run(const RunRequest& request, const RunDescriptors& descriptors) = 0;
  /// Nothing will be run any more: the box begins to end, for which the destructor waits.
  virtual void end() {}
};

/// Where boxes come from. Safe to use from several threads.
class BoxFactory {
 public:
  virtual ~BoxFactory() = default;

  virtual Result<std::unique_ptr<Box>> make(const BoxConfig& config) = 0;
  [[nodiscard]] virtual Mode mode() const = 0;
  /// Ends every run in progress at once, each with an error, as every later one. Boxes must not
  /// outlive their factory.
  virtual void stop() = 0;
};

/// What was found out about this machine.
struct Probe {
  Mode mode = Mode::unsandboxed;  ///< the best that works; `unsandboxed` if nothing does
  bool can_isolate = false;
  std::vector<std::string> guarantees;  ///< what the mode gives, in words
  std::vector<std::string> missing;     ///< what a better mode would give
  std::string remedy;                   ///< the one command that gives it; empty if none is needed
  std::string alternative;              ///< another that allows less; empty if there is none
  std::vector<std::string> noise;       ///< what makes timing noisy here, a line each
};

/// Tries the modes from the best on, with real boxes. Takes some milliseconds.
Probe probe(const std::filesystem::path& arbiter_box);

/// A factory of boxes of `mode`, made by the helper program `arbiter_box`, keeping up to
/// `ready` empty boxes in store, made in the background. Error: the mode does not work here.
Result<std::unique_ptr<BoxFactory>> make_factory(Mode mode,
                                                 const std::filesystem::path& arbiter_box,
                                                 int ready);

}  // namespace arbiter::box
