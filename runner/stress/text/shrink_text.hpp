#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace arbiter::stress {

/// Whether the submission still fails in the same way on a candidate, which is a valid input.
using TryText = std::function<bool(const std::string& candidate)>;

struct TextControl {
  /// Whether to stop, as the time is up or the user wants to; asked before each attempt.
  std::function<bool()> is_over = {};
  /// Told of each text that is smaller than all before.
  std::function<void(const std::string& best)> on_better = {};
};

struct ShrunkText {
  std::string text;
  std::int64_t attempts = 0;  ///< calls of TryText
  bool is_done = false;       ///< nothing more can be taken away; false: it was over first
};

/// Makes an input on which a submission fails smaller, knowing nothing of its meaning: by lines,
/// words and letters, and by numbers that seem to count what follows. The least has the fewest
/// bytes; of equally many, the simplest ones from the front. A text that ends with a newline keeps
/// it. Deterministic; what comes out is not changed by shrinking it again, if it was done.
ShrunkText shrink_text(std::string start, const TryText& try_text, const TextControl& control);

}  // namespace arbiter::stress
