#pragma once

#include <utility>

#include "base/result.hpp"
#include "box/box.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/workshop.hpp"

namespace arbiter::cli {

/// Opens the boxes of a call once, from where on a signal interrupts instead of killing:
/// `interrupt` is called first, then the boxes are stopped. The call has `interrupts`, `workshop`,
/// `boxes`, `surroundings`, `options.sandbox` and `jobs`.
template <class Call, class Interrupt>
Result<void> open_boxes_of(Call& call, Interrupt interrupt) {
  if (call.interrupts) return {};
  ARBITER_SET(call.interrupts, Interrupts::watch([&call, interrupt] {
                interrupt();
                if (box::BoxFactory* boxes = call.boxes) boxes->stop();
              }));
  ARBITER_TRY(workshop, open_workshop(call.surroundings, call.options.sandbox, call.jobs));
  call.workshop = std::move(workshop);
  call.boxes = call.workshop.boxes.get();
  // A signal that came before there was anything to stop.
  if (call.is_interrupted()) return Error{ErrorKind::interrupted, "interrupted", {}, {}};
  return {};
}

}  // namespace arbiter::cli
