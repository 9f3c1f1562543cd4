#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "box/box.hpp"
#include "model/language.hpp"

namespace arbiter::judge {

/// What stands for the placeholders of a language row's commands (model::Language).
struct CommandValues {
  std::vector<std::string> sources;
  std::vector<std::string> kit_includes;
  std::string program;
  std::string main;
  Bytes memory;
  Bytes heap;          ///< the most, see heap_of
  Bytes start_heap;    ///< what a runtime takes at once
  std::string helper;  ///< where the first of the row's helpers is
};

/// The command with every placeholder replaced, element by element; never a shell's business.
std::vector<std::string> expand_command(const std::vector<std::string>& words,
                                        const CommandValues& values);

/// What of `memory` is left for the heap of a program in that language.
Bytes heap_of(const model::Language& language, Bytes memory);

/// `name` so that no compiler takes it for an option or a response file.
std::string as_argument(const std::string& name);

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
