#pragma once

#include <cstddef>
#include <string>

#include "base/result.hpp"

namespace arbiter::cli {

/// --color and --progress.
enum class When { automatic, always, never };

/// What a stream can show.
struct Terminal {
  bool is_terminal = false;
  bool color = false;
  std::size_t width = 80;
};

/// Looks at a descriptor and the environment: NO_COLOR (set and not empty) forbids colour,
/// CLICOLOR_FORCE (set and not 0) asks for it, COLUMNS overrides the width; `when` beats them.
Terminal look_at_terminal(int descriptor, When when);

/// Whether progress is shown on standard error.
bool wants_progress(const Terminal& err, When when);

/// Writes results to standard output. A reader that went away is not an error; a full disk is.
Result<void> write_results(const std::string& text);

/// Writes all of `text` to a descriptor; a reader that went away is not an error.
void write_text(int descriptor, const std::string& text);

}  // namespace arbiter::cli
