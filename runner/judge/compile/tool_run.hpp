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

/// One run of a compiler or the like in a box of its own: what the box is asked for, but for the
/// wall limit. `output_limit` is that of any file that it writes, of its messages, and of all
/// together.
struct ToolRun : box::RunRequest {
  ToolRun() { output_limit = mib(256); }

  std::vector<ToolFile> sources;
  std::vector<box::Bind> binds;
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
