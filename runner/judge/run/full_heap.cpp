#include "judge/run/full_heap.hpp"

#include <algorithm>

#include "base/file.hpp"

namespace arbiter::judge {
namespace {

bool failed_by_itself(const model::RunRecord& record) {
  return record.ending == model::Ending::signalled ||
         (record.ending == model::Ending::exited && record.exit_status != 0);
}

}  // namespace

HeapClaim heap_claim(const model::RunRecord& record, int error, const Executable& program) {
  const auto& messages = program.out_of_memory;
  if (messages.empty() || !failed_by_itself(record)) return HeapClaim::none;
  const auto said = MappedFile::of_descriptor(error);
  if (!said) return HeapClaim::none;
  const bool is_claimed = std::ranges::any_of(messages, [&](const std::string& one) {
    return said->bytes().find(one) != std::string_view::npos;
  });
  if (!is_claimed) return HeapClaim::none;
  return record.memory < program.full_memory ? HeapClaim::doubtful : HeapClaim::supported;
}

void set_memory_limit(model::RunRecord& record) {
  record.ending = model::Ending::memory_limit;
  record.exit_status = 0;
  record.signal = 0;
}

bool confirms_full_heap(const model::RunRecord& unbounded, Bytes memory_limit) {
  return unbounded.ending == model::Ending::memory_limit || unbounded.memory > memory_limit;
}

}  // namespace arbiter::judge
