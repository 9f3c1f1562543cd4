#pragma once

#include <functional>
#include <string>

#include "stress/shrink/sequence_trials.hpp"

namespace arbiter::stress {

/// Whether the submission still fails in the same way on a candidate, which is a valid input.
using TryText = std::function<bool(const std::string& candidate)>;

using ShrunkText = Shrunk<std::string>;

/// Makes an input on which a submission fails smaller, knowing nothing of its meaning: by lines,
/// words and letters, and by numbers that seem to count what follows. The least has the fewest
/// bytes; of equally many, the simplest ones from the front. A text that ends with a newline keeps
/// it. Deterministic; what comes out is not changed by shrinking it again, if it was done.
/// `is_over` says before each attempt whether to stop; may be empty.
ShrunkText shrink_text(std::string start, const TryText& try_text,
                       const std::function<bool()>& is_over = {});

}  // namespace arbiter::stress
