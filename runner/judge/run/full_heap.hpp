#pragma once

#include "base/units.hpp"
#include "judge/compile/compile.hpp"
#include "model/judgement.hpp"

namespace arbiter::judge {

/// A runtime whose heap is bounded by the memory limit ends its program itself when that is full,
/// so that the box stops nothing. What it says then, anybody can say.
enum class HeapClaim {
  none,
  supported,  ///< the program used so much that its heap may well have been full
  doubtful,   ///< it did not: perhaps it asked for too much at once, perhaps it lies
};

/// What a program's end says of its heap: whether it failed and wrote one of the messages of its
/// language to the file `error`.
HeapClaim heap_claim(const model::RunRecord& record, int error, const Executable& program);

/// Makes the record one of the memory limit.
void set_memory_limit(model::RunRecord& record);

/// Whether a run of Executable::unbounded_argv shows that a doubtful claim was true: with a heap
/// that has no bound the box had to stop it, or it took more than it may.
bool confirms_full_heap(const model::RunRecord& unbounded, Bytes memory_limit);

}  // namespace arbiter::judge
