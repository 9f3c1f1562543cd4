#pragma once

#include "base/units.hpp"
#include "judge/compile/compile.hpp"
#include "judge/verdict/decide.hpp"
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

/// How what a run gave is asked for the record of the submission.
struct OwnRecord {
  model::RunRecord& operator()(auto& finished) const { return finished.record; }
};

/// Runs a program, once more if it says that its heap was full and that is doubtful. What `run`
/// makes of an argv has a record and the `heap` claim.
template <class Run, class RecordOf = OwnRecord>
auto settle_heap(const Executable& executable, const model::RunLimits& limits, const Run& run,
                 const RecordOf& record_of = {}) {
  auto finished = run(executable.argv);
  bool is_full = finished.heap == HeapClaim::supported;
  if (finished.heap == HeapClaim::doubtful) {
    auto again = run(executable.unbounded_argv);
    if (record_of(again).ending == model::Ending::fault) return again;
    is_full = confirms_full_heap(record_of(again), limits.memory);
  }
  if (is_full) set_memory_limit(record_of(finished));
  return finished;
}

/// Runs a program, and again if it ended near the time limit: the faster run counts.
template <class Run, class RecordOf = OwnRecord>
auto settle_near_limit(const model::RunLimits& limits, const Run& run,
                       const RecordOf& record_of = {}) {
  auto first = run();
  if (!is_near_limit(record_of(first), limits)) return first;
  auto second = run();
  const bool second_counts = record_of(second).ending != model::Ending::fault &&
                             record_of(second).cpu < record_of(first).cpu;
  auto& counted = second_counts ? second : first;
  record_of(counted).was_rerun = true;
  return std::move(counted);
}

}  // namespace arbiter::judge
