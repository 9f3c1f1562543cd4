#include "judge/run/program_run.hpp"

#include <gtest/gtest.h>

#include "base/file.hpp"

namespace arbiter::judge {
namespace {

using model::Ending;

struct End {
  Ending ending = Ending::exited;
  int status = 1;
  Bytes memory = mib(200);
};

HeapClaim claim(const End& end, std::string_view error) {
  model::RunRecord record;
  record.ending = end.ending;
  record.exit_status = end.status;
  record.memory = end.memory;
  Executable program;
  program.out_of_memory = {"OutOfMemoryError"};
  program.full_memory = mib(148);
  const auto file = sealed_memory_file("error", error);
  return heap_claim(record, file->get(), program);
}

TEST(FullHeap, IsBelievedWhereAProgramFailedAndUsedSoMuch) {
  const char* const said = "Exception: java.lang.OutOfMemoryError\n at x\n";
  EXPECT_EQ(claim({}, said), HeapClaim::supported);
  EXPECT_EQ(claim({Ending::signalled, 0}, said), HeapClaim::supported);
  EXPECT_EQ(claim({Ending::exited, 1, mib(148)}, said), HeapClaim::supported);
  EXPECT_EQ(claim({Ending::exited, 1, mib(35)}, said), HeapClaim::doubtful);
}

TEST(FullHeap, IsNotClaimedByOthers) {
  EXPECT_EQ(claim({}, "StackOverflowError"), HeapClaim::none);
  EXPECT_EQ(claim({}, ""), HeapClaim::none);
  EXPECT_EQ(claim({Ending::exited, 0}, "OutOfMemoryError"), HeapClaim::none) << "it went on";
  EXPECT_EQ(claim({Ending::cpu_limit, 0}, "OutOfMemoryError"), HeapClaim::none);
}

TEST(FullHeap, IsAMemoryLimit) {
  model::RunRecord record;
  record.ending = Ending::exited;
  record.exit_status = 1;
  set_limit(record, model::Ending::memory_limit);
  EXPECT_EQ(record.ending, Ending::memory_limit);
  EXPECT_EQ(record.exit_status, 0);
}

TEST(FullHeap, IsConfirmedByARunThatOnlyTheBoxBounds) {
  model::RunRecord record;
  record.ending = Ending::exited;
  record.memory = mib(256);
  EXPECT_FALSE(confirms_full_heap(record, mib(256)));
  record.memory.count += 4096;
  EXPECT_TRUE(confirms_full_heap(record, mib(256)));
  record.memory = mib(3);
  record.ending = Ending::memory_limit;
  EXPECT_TRUE(confirms_full_heap(record, mib(256)));
}

}  // namespace
}  // namespace arbiter::judge
