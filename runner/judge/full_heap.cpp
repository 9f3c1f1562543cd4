#include "judge/full_heap.hpp"

#include <algorithm>

#include "base/file.hpp"

namespace arbiter::judge {
namespace {

bool failed_by_itself(const model::RunRecord& record) {
  return record.ending == model::Ending::signalled ||
         (record.ending == model::Ending::exited && record.exit_status != 0);
}

}  // namespace

void note_full_heap(model::RunRecord& record, int error, const std::vector<std::string>& messages) {
  if (messages.empty() || !failed_by_itself(record)) return;
  const auto said = MappedFile::of_descriptor(error);
  if (!said) return;
  const bool is_full = std::any_of(messages.begin(), messages.end(), [&](const std::string& one) {
    return said->bytes().find(one) != std::string_view::npos;
  });
  if (!is_full) return;
  record.ending = model::Ending::memory_limit;
  record.exit_status = 0;
  record.signal = 0;
}

}  // namespace arbiter::judge
