#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/workshop.hpp"

namespace arbiter::cli {

/// What every call that runs programs works with.
struct ProgramCall {
  Surroundings surroundings;
  int jobs = 1;
  std::vector<int> cores;  ///< to which jobs are pinned; none: to no core
  Workshop workshop;
  std::atomic<box::BoxFactory*> boxes{nullptr};  ///< of the workshop, once it is open
  std::atomic<bool> stop{false};                 ///< nothing more is to be begun
  std::unique_ptr<Interrupts> interrupts;        ///< from the opening of the workshop on

  [[nodiscard]] bool is_interrupted() const { return interrupts && interrupts->flag(); }
};

/// Sets `surroundings`, `jobs` (one a physical core where none is asked for) and `cores`.
/// Error{judge}: the installation is damaged.
Result<void> set_up(const Session& session, const std::optional<int>& jobs, ProgramCall& call);

/// Opens the boxes of a call once, from where on a signal interrupts instead of killing: sets
/// `stop`, then stops the boxes. Error: those of open_workshop; {interrupted}.
Result<void> open_boxes(const std::optional<box::Mode>& sandbox, ProgramCall& call);

}  // namespace arbiter::cli
