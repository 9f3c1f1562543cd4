#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "base/units.hpp"
#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "model/judgement.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// A box in which the program lies below /program. `core` as in box::BoxConfig; without a size its
/// scratch space is the usual one.
Result<std::unique_ptr<box::Box>> make_box(const Executable& program, box::Policy policy,
                                           box::BoxFactory& boxes, int core = -1,
                                           std::optional<Bytes> scratch_size = std::nullopt);

/// A run of the program under these limits, with `arguments` after its own.
box::RunRequest request_of(const Executable& program, const model::RunLimits& limits,
                           const std::vector<std::string>& arguments = {});

/// The limits of a validator, checker, referee or grader.
model::RunLimits validation_limits(const model::PackageLimits& limits);

/// Files that a program finds in its work folder.
struct WorkFiles {
  std::vector<UniqueFd> descriptors;
  std::vector<box::FileToPlace> files;  ///< borrow the descriptors
};

/// Opens what the program brings itself and then what the test does, which stands in the place of
/// a file of the same name. Error{judge}: unreadable.
Result<WorkFiles> open_work_files(const Executable& executable, const model::TestCase& test);

/// What a program wrote: the first collected file that is not empty, else its standard output.
UniqueFd choose_output(std::vector<UniqueFd>& collected, UniqueFd standard_output);

/// One call of a program of a package. What it is given is borrowed.
struct ProgramCall {
  std::vector<std::string> arguments;
  std::string_view input;                                       ///< bytes for standard input
  std::vector<std::pair<std::string, std::string_view>> files;  ///< of the working folder
  std::vector<std::string> folders;  ///< empty ones of the working folder
  std::vector<std::string> collect;  ///< files of the working folder to open afterwards
  model::RunLimits limits;
};

/// A call whose input is standard input and these files of the working folder.
ProgramCall call_with_input(std::string_view input, const std::vector<std::string>& files);

/// What came of it.
struct ProgramAnswer {
  model::RunRecord record;
  UniqueFd output;
  UniqueFd error;
  std::vector<UniqueFd> collected;  ///< as in box::RunReport
};

/// See box::may_be_stopped_from_outside().
bool may_be_stopped_from_outside(const model::RunRecord& record);

/// Makes the call in a box of its own. The files of `test` are there, too. Error: a fault of the
/// box.
Result<ProgramAnswer> call_program(box::BoxFactory& boxes, const Executable& executable,
                                   const ProgramCall& call, int core = -1,
                                   const model::TestCase& test = {});

/// All bytes of a file. Error: it cannot be read.
Result<std::string> bytes_of(const UniqueFd& file);

/// The first and the last so many bytes of a file; empty if it cannot be read.
std::string head_of(int descriptor, std::size_t most);
std::string tail_of(int descriptor, std::size_t most);

/// ": " and the last line of what a program said, or wrote to the descriptor, clipped; empty if
/// nothing.
std::string last_line(std::string_view said);
std::string last_words(int descriptor);

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

/// Makes the record one of a run that this limit stopped.
void set_limit(model::RunRecord& record, model::Ending limit);

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
  if (is_full) set_limit(record_of(finished), model::Ending::memory_limit);
  return finished;
}

}  // namespace arbiter::judge
