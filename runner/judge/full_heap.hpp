#pragma once

#include <string>
#include <vector>

#include "model/judgement.hpp"

namespace arbiter::judge {

/// A runtime whose heap is bounded by the memory limit ends its program itself when that is full,
/// so that the box stops nothing. Where a program failed and wrote one of `messages` (those of its
/// language) to the file `error`, the record becomes one of the memory limit. A program that only
/// pretends turns one failure into another.
void note_full_heap(model::RunRecord& record, int error, const std::vector<std::string>& messages);

}  // namespace arbiter::judge
