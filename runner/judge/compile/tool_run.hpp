#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "box/box.hpp"

namespace arbiter::judge {

/// Of what a tool prints, this much is kept.
inline constexpr Bytes k_most_log = kib(64);

/// A file for a tool: its name below /work and its bytes (borrowed).
struct ToolFile {
  std::string name;
  const std::string* bytes;
  bool is_executable = false;
};

/// One run of a compiler or the like in a box of its own.
struct ToolRun {
  std::vector<std::string> argv;  ///< argv[0] absolute
  std::vector<ToolFile> files;
  std::vector<std::string> folders;  ///< made below /work
  std::vector<std::string> collect;
  std::vector<box::Bind> binds;
  Nanoseconds cpu_limit{};
  Bytes memory_limit;
  int process_limit = 64;       ///< processes and threads
  Bytes file_limit = mib(256);  ///< of any file it writes; and of all together
};

/// How it went.
struct ToolOutcome {
  box::RunReport report;
  std::string log;          ///< standard output and error as they came, at most k_most_log
  bool is_missing = false;  ///< argv[0] could not be started; the rest means nothing

  [[nodiscard]] bool succeeded() const {
    return !is_missing && report.stopped == box::Stopped::no && report.exited &&
           report.exit_status == 0;
  }
};

/// Runs it; the wall limit is twice the CPU limit and a second. An error is a fault of the box.
Result<ToolOutcome> run_tool(box::BoxFactory& boxes, const ToolRun& run);

}  // namespace arbiter::judge
