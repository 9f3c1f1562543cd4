#include "judge/full_heap.hpp"

#include <gtest/gtest.h>

#include "base/file.hpp"

namespace arbiter::judge {
namespace {

using model::Ending;

model::RunRecord noted(Ending ending, int status, std::string_view error) {
  model::RunRecord record;
  record.ending = ending;
  record.exit_status = status;
  const auto file = sealed_memory_file("error", error);
  note_full_heap(record, file->get(), {"OutOfMemoryError"});
  return record;
}

TEST(FullHeap, IsTheMemoryLimitWhereAProgramFailed) {
  const auto record = noted(Ending::exited, 1, "Exception: java.lang.OutOfMemoryError\n at x\n");
  EXPECT_EQ(record.ending, Ending::memory_limit);
  EXPECT_EQ(record.exit_status, 0);
  EXPECT_EQ(noted(Ending::signalled, 0, "OutOfMemoryError").ending, Ending::memory_limit);
}

TEST(FullHeap, ChangesNothingElse) {
  EXPECT_EQ(noted(Ending::exited, 1, "StackOverflowError").ending, Ending::exited);
  EXPECT_EQ(noted(Ending::exited, 1, "").exit_status, 1);
  EXPECT_EQ(noted(Ending::exited, 0, "OutOfMemoryError").ending, Ending::exited) << "it went on";
  EXPECT_EQ(noted(Ending::cpu_limit, 0, "OutOfMemoryError").ending, Ending::cpu_limit);
}

}  // namespace
}  // namespace arbiter::judge
