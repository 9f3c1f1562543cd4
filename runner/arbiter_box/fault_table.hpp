#pragma once

#include <cstdint>
#include <vector>

#include "base/unique_fd.hpp"
#include "box_protocol/message.hpp"

namespace arbiter::arbiter_box {

/// Makes a box fail where its Setup says, by the means by which it would fail in earnest. Empty
/// outside of tests.
class FaultTable {
 public:
  FaultTable() = default;
  explicit FaultTable(std::vector<box_protocol::PlannedFault> faults)
      : faults_(std::move(faults)) {}

  /// Called when a run is over: `strikes` answers for the next one.
  void next_run() { ++run_; }
  [[nodiscard]] bool strikes(box_protocol::FaultPoint point) const;

  /// Opens files until the table of descriptors is full.
  void exhaust_descriptors();
  /// Lets the kernel refuse every further process; root is never refused without isolation.
  static void exhaust_processes();
  /// Holds 8 MiB more.
  void grow();
  /// Leaves no byte free in the file system of `folder`.
  static void exhaust_space(int folder);

 private:
  std::vector<box_protocol::PlannedFault> faults_;
  std::int32_t run_ = 0;
  std::vector<UniqueFd> hoard_;
  std::vector<char> ballast_;
};

}  // namespace arbiter::arbiter_box
